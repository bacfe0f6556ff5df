import type { AdminParameter } from '../adminRoute.ts'

/** The rights of a key as members of a body. */
export const grantParameters: readonly AdminParameter[] = [
  { name: 'label', summary: 'a description for people' },
  { name: 'networks', summary: 'names of networks; all if absent' },
  { name: 'methods', summary: 'modules (`eth`) and methods (`eth_call`); all if absent' },
  { name: 'origins', summary: 'origins of web pages that may use the key; all if absent' },
  { name: 'expiresAt', summary: 'milliseconds since 1970; never if absent' },
  { name: 'rate', summary: '`{ unitsPerSecond, burst }`; not limited if absent' },
  { name: 'dailyUnits', summary: 'units per day in UTC; not limited if absent' },
  { name: 'errors', summary: '`rootstock` or `ethereum`; as the network is set if absent' },
]
