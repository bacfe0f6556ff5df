/** The methods that make, poll and remove filters: they need the process that keeps the filters. */
export const filterMethods: readonly string[] = [
  'eth_newFilter',
  'eth_newBlockFilter',
  'eth_newPendingTransactionFilter',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
]
