// Hands a record that was dropped on one page over to the time machine: leaveRecord() stores the file and opens
// time.html#dropped, where takeRecord() gives it back, once. It stands in IndexedDB, which takes files of any size.

function withStore(work) {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open('auk-demos', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('records');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
            const database = opening.result;
            const transaction = database.transaction('records', 'readwrite');
            const request = work(transaction.objectStore('records'));
            transaction.oncomplete = () => {
                database.close();
                resolve(request.result);
            };
            transaction.onerror = () => reject(transaction.error);
        };
    });
}

export async function leaveRecord(file) {
    const record = { name: file.name, bytes: await file.arrayBuffer() };
    await withStore((store) => store.put(record, 'dropped'));
    location.href = 'time.html#dropped';
}

// { name, bytes: ArrayBuffer }, or undefined if no record was left.
export async function takeRecord() {
    const record = await withStore((store) => store.get('dropped'));
    await withStore((store) => store.delete('dropped'));
    return record;
}
