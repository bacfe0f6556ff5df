import { asHash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import type { Anchor } from './anchor.ts'

/**
 * The blocks in which a release trusts. `npx tsx scripts/checkpoint.ts URL` writes an entry from a synchronised node; two
 * maintainers compare it with nodes of their own before it is merged. A network without an entry needs `--checkpoint`.
 */
export const checkpoints: Partial<Readonly<Record<NetworkName, Anchor>>> = {
  mainnet: {
    number: 4_480_340,
    hash: asHash(fromHex('0x190d182759dc38043b71cb8b4e1417f45afa1da9fdf4c27c2951c0e7461970c0')),
    difficulty: 1_362_048_095_718_025_089_133n,
    timestamp: 1_658_154_169,
    bitcoinWork: 125_212_228_055_371_445_629_550n,
  },
}
