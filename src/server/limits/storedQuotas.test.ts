import { memoryStore } from '../../store/memory/memoryStore.ts'
import { describeQuotaStore } from './quotaStore.cases.ts'
import { StoredQuotas } from './storedQuotas.ts'

describeQuotaStore('quotas in a store', async () => {
  const store = memoryStore()
  const report = (error: unknown) => {
    throw error
  }
  return {
    quotas: new StoredQuotas({ store, report }),
    reopen: async () => new StoredQuotas({ store, report }),
  }
})
