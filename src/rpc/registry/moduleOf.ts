/** The module in a method's name: `eth` of `eth_call`, `rpc` of `rpc.discover`; empty for a name without a module. */
export const moduleOf = (name: string): string => name.slice(0, Math.max(0, name.search(/[._]/)))
