import type { BitcoinMethod } from '../method.ts'

export const listwallets: BitcoinMethod = {
  name: 'listwallets',
  summary: 'Returns the names of the wallets: the one without a name.',
  parameters: [],
  run: () => [''],
}
