// Runs the tests of unit/pool.c, unit/predict_threads.c, unit/query_pool.c, unit/query_threads.c and unit/workers.c one
// after the other.
#include <criterion/criterion.h>

PlainTest *plain_tests;

int main(void)
{
    int number = 0;
    for (const PlainTest *test = plain_tests; test != NULL; test = test->next) {
        test->run();
        printf("%s\n", test->name);
        fflush(stdout);
        number++;
    }
    printf("%d passed\n", number);
    return 0;
}
