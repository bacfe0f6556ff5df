import { randomBytes } from '../platform/random.ts'
import { lightCost, type ScryptCost, scryptProblem, standardCost } from './keystore/keyDerivation.ts'
import { KeyFolder } from './keystore/keyFolder.ts'
import { Wallet } from './wallet.ts'

export interface WalletOptions {
  /** Folder of the encrypted keys, created if missing. If undefined, they are kept in memory. */
  readonly folder?: string
  /** Accounts that exist and are unlocked from the start. */
  readonly seeds?: readonly string[]
  /** The cost to derive a key from its passphrase; by default standard in a folder, light in memory. */
  readonly cost?: ScryptCost
  readonly maximumAccounts?: number
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  readonly random?: (length: number) => Uint8Array
}

export function openWallet(options: WalletOptions = {}): Wallet {
  const {
    folder: path,
    seeds = [],
    maximumAccounts = 10_000,
    clock = Date.now,
    random = randomBytes,
  } = options
  const cost = options.cost ?? (path === undefined ? lightCost : standardCost)
  const problem = scryptProblem(cost)
  if (problem !== undefined) throw new RangeError(`the scrypt cost ${problem}`)
  const folder = path === undefined ? undefined : new KeyFolder(path)
  const wallet = new Wallet({ folder, cost, maximumAccounts, clock, random })
  for (const seed of seeds) wallet.addSeed(seed)
  return wallet
}
