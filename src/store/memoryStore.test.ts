import { memoryStore } from './memoryStore.ts'
import { storeCases } from './store.cases.ts'

storeCases('memory store', () => ({ store: memoryStore(), remove: () => {} }))
