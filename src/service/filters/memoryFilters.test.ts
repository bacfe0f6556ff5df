import { describeFilterStore } from './filterStore.cases.ts'
import { MemoryFilters } from './memoryFilters.ts'

describeFilterStore('filters in memory', (options) => new MemoryFilters(options))
