import { storeCases } from '../store.cases.ts'
import { memoryStore } from './memoryStore.ts'

storeCases('memory store', () => ({ store: memoryStore(), remove: () => {} }))
