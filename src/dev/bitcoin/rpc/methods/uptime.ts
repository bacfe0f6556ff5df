import type { BitcoinMethod } from '../method.ts'

export const uptime: BitcoinMethod = {
  name: 'uptime',
  summary: 'Returns the seconds since this service was opened.',
  parameters: [],
  run: (_, { uptime }) => uptime(),
}
