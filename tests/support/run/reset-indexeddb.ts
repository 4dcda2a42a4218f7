import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'

// Test files share a process and its modules, so each file starts with an IndexedDB of its own.
globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB
