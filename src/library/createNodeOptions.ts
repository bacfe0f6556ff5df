import type { Address, Hex } from './hexTypes.ts'

/** Choices of `createNode`. All have defaults; an unknown name or a wrong value is an error that names the option. */
export interface CreateNodeOptions {
  /** When blocks are mined: one per transaction (the default), on request, or at an interval. */
  readonly mining?: 'transaction' | 'manual' | { readonly everyMs: number }
  /** Number of funded, unlocked accounts; ten by default. */
  readonly accounts?: number
  /** Wei of each account; 10,000 RBTC by default. */
  readonly balance?: bigint
  /** The phrase that the accounts are derived from; by default the one of Hardhat and Foundry. */
  readonly mnemonic?: string
  /** Path of the accounts without their index; `m/44'/60'/0'/0` by default. */
  readonly derivationPath?: string
  /** Texts whose Keccak-256 hash is a private key; these funded accounts replace those of the phrase. */
  readonly accountSeeds?: readonly string[]
  /** Private keys of further accounts. Their balance in the first block is zero. */
  readonly privateKeys?: readonly Hex[]
  /** 33 by default. A signature has one byte for it, so 109 is the maximum. */
  readonly chainId?: number
  /** Seconds since 1970 of the first block, from which time continues; the present by default. */
  readonly timestamp?: number
  /** Seconds since 1970 of the first block alone; the blocks after it have the present time. */
  readonly genesisTimestamp?: number
  /** Further accounts of the first block; one that is listed replaces a default one. */
  readonly allocations?: readonly GenesisAccount[]
  /** Heights at which upgrades and rules start: `{ arrowhead600: 5 }`. Those of regtest by default. */
  readonly upgrades?: UpgradeHeights | UpgradeLists
  /** Continues another chain, whose state is fetched on demand. */
  readonly fork?: ForkOptions
  /** A Bitcoin and a federation beside the chain, for peg-ins and peg-outs. */
  readonly peg?: boolean | PegOptions
  /** Folder for the chain, its pending transactions and its keys; in memory by default. */
  readonly dataFolder?: string
  /** `none` does not wait for the disk: faster, but a power failure may lose data. */
  readonly flush?: 'commit' | 'none'
  /** Address that receives the fees of mined blocks. */
  readonly coinbase?: Address
  /** Gas limit of every block; 10,000,000 by default. */
  readonly gasLimitTarget?: bigint
  /** Minimum gas price of every block in wei; 0 by default. */
  readonly minimumGasPriceTarget?: bigint
  /** Bytes of deployed code, 24,576 by default as on Rootstock; init code may be twice as long. */
  readonly codeSizeLimit?: number
  /** Whether transactions of every account are accepted without a signature. */
  readonly autoImpersonate?: boolean
  /** An upgrade without the later ones (`iris300`), with its height (`iris300=150`), or `next` for drafts. */
  readonly hardfork?: string
  /** Whether transactions of type 1 and 2 are executed, by drafts; they are by default. Public networks refuse them today. */
  readonly acceptTyped?: boolean
  /** Whether blocks are answered without the REMASC transaction; they are by default. */
  readonly skipRemasc?: boolean
  /** Whether sending a transaction that fails in its block rejects with the failure, as on Hardhat's chain. */
  readonly throwOnRevert?: boolean
  /** `web3_clientVersion`: with a name that Hardhat's and OpenZeppelin's tools accept, or the plain one. */
  readonly clientVersion?: 'tools' | 'plain'
  /** Form of error responses: that of Ethereum's nodes, which tools decode, or that of Rootstock's. */
  readonly errors?: 'ethereum' | 'rootstock'
  /** Limits of the transaction pool. */
  readonly pool?: PoolOptions
  /** How gas prices are recommended. */
  readonly gasPrices?: GasPriceOptions
  /** Limits of traces. */
  readonly traces?: TraceOptions
  /** Receives one readable line per call, per transaction and per `console.log` of a contract. */
  readonly onLine?: (line: string) => void
  /** Receives the messages of contracts to the console: `console.log`. */
  readonly onConsole?: (message: string) => void
  /** Whether `onLine` also receives the calls between contracts. */
  readonly verbose?: boolean
  /**
   * Folder of compiled contracts of Hardhat or Foundry: `onLine` names functions and errors, and the stacks of errors have the
   * lines of Solidity. The compiler may make it later.
   */
  readonly artifacts?: string
  /** Milliseconds since 1970; a fixed clock gives the same blocks in every run. */
  readonly clock?: () => number
  /** Random bytes. */
  readonly random?: (length: number) => Uint8Array
  /** Called with errors that no caller can receive; by default they become warnings of the process. */
  readonly onError?: (error: unknown) => void
}

/** An account of the first block. */
export interface GenesisAccount {
  readonly address: Address
  /** In wei; zero by default. */
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Hex
  /** Storage cell → value, of at most 32 bytes each. */
  readonly storage?: Readonly<Record<Hex, Hex>>
}

/** Upgrade or rule → height of its first block, -1 for never; a rule may name the upgrade that it starts with. */
export type UpgradeHeights = Readonly<Record<string, number | string>>

/** The same as two lists, as in the file of `cambium node --upgrades`. */
export interface UpgradeLists {
  readonly upgrades?: Readonly<Record<string, number>>
  readonly rules?: Readonly<Record<string, number | string>>
}

export interface ForkOptions {
  /** An HTTP endpoint, or `mainnet` or `testnet` for the public node of that network. */
  readonly url: string
  /** The last block of the origin that the fork has; its best block by default. */
  readonly block?: number
  /** Where answers are kept for later runs; in memory by default. */
  readonly cacheFolder?: string
  /** Whether an endpoint that gives no proofs is refused. */
  readonly demandsProofs?: boolean
  /** Bounds of the requests to the endpoint. */
  readonly limits?: ForkLimits
}

export interface ForkLimits {
  /** Attempts of each batch. */
  readonly attempts?: number
  /** Time of one attempt. */
  readonly attemptMs?: number
  /** Time of all attempts and pauses of one batch. */
  readonly totalMs?: number
  /** Size of an answer whose values are read. */
  readonly maximumAnswerBytes?: number
  /** Size of an answer that is passed on as text. */
  readonly maximumTextBytes?: number
  /** Calls in one batch. */
  readonly batchSize?: number
  /** Batches under way at once. */
  readonly connections?: number
}

export interface PegOptions {
  /** Milliseconds between blocks that are mined because the peg waits for them; a second by default. */
  readonly intervalMs?: number
  /** Whether blocks come on request only, on both chains. */
  readonly isManual?: boolean
  /** A bitcoind in regtest mode instead of the simulation. */
  readonly bitcoin?: {
    /** `http://user:password@host:port`. */
    readonly url: string
    /** The file in which a bitcoind keeps a password of its own; used when the URL has none. */
    readonly cookieFile?: string
  }
}

export interface PoolOptions {
  /** A transaction's nonce must exceed its account's by less than this. */
  readonly accountSlots?: number
  /** A replacement must offer a gas price higher by this percentage. */
  readonly gasPriceBumpPercent?: number
  /** A transaction is dropped when the chain has grown by more blocks than this since its arrival. */
  readonly maximumAgeBlocks?: number
  readonly maximumAgeMs?: number
  readonly maximumTransactions?: number
  readonly maximumBytes?: number
  /** Whether each account has a quota of virtual gas; off by default. */
  readonly limitAccountRate?: boolean
}

export interface GasPriceOptions {
  /** While blocks have room, the recommended price is the minimum times this. */
  readonly minimumMultiplier?: number
  /** While transactions compete, the recommended price is at least the minimum times this. */
  readonly competitionMultiplier?: number
}

export interface TraceOptions {
  readonly timeoutMs?: number
  /** Characters of one trace. */
  readonly maximumLength?: number
  /** Blocks that one filter executes. */
  readonly maximumBlocks?: number
}
