// Starts a program that is compiled for Microsoft's compiler where its runtime library is not: what that library calls
// main() by. Wine has the C library itself.
#include <stdlib.h>

int main(void);
void auk_start(void);

// whatever computes with floats refers to it
int _fltused = 1;

void auk_start(void)
{
    exit(main());
}
