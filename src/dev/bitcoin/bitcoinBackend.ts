/** The kinds of addresses that the wallet makes: P2PKH, P2SH-P2WPKH and P2WPKH. */
export const walletAddressKinds = ['legacy', 'p2sh-segwit', 'bech32'] as const
export type WalletAddressKind = (typeof walletAddressKinds)[number]

/** An output to pay: to an address or to a script. */
export interface Payment {
  readonly address?: string
  readonly script?: Uint8Array
  readonly satoshis: bigint
}

export interface FoundTransaction {
  /** With witnesses. */
  readonly raw: Uint8Array
  /** Undefined while it is in the mempool. */
  readonly blockHash?: Uint8Array | undefined
  readonly confirmations: number
}

/**
 * The Bitcoin beside a local chain: the simulated one, or a bitcoind in regtest mode. Hashes and ids are in printed order,
 * as everywhere in `src/bitcoin` (`header.hash`, `transactionIdOf`). Errors are `BitcoinError`s with Bitcoin Core's codes.
 */
export interface BitcoinBackend {
  readonly kind: 'simulated' | 'bitcoind'
  height(): Promise<number>
  /** The hash of a block of the best chain; rejects above its height. */
  blockHash(height: number): Promise<Uint8Array>
  /** 80 bytes. Rejects an unknown hash, as `block` does. */
  header(hash: Uint8Array): Promise<Uint8Array>
  /** Serialized with witnesses. */
  block(hash: Uint8Array): Promise<Uint8Array>
  /** Undefined when it is neither in the best chain nor in the mempool. */
  transaction(id: Uint8Array): Promise<FoundTransaction | undefined>
  /** The ids of the transactions in the mempool. */
  waiting(): Promise<Uint8Array[]>
  /** Adds a transaction to the mempool and returns its id. */
  broadcast(raw: Uint8Array): Promise<Uint8Array>
  /** Mines blocks that pay to the address, or to the wallet; returns their hashes. */
  generate(count: number, address?: string): Promise<Uint8Array[]>
  /** Marks a block and its descendants invalid: the best chain becomes another branch, or ends before the block. */
  invalidate(hash: Uint8Array): Promise<void>
  newAddress(kind?: WalletAddressKind): Promise<string>
  /**
   * Pays from the wallet and returns the id of the transaction. `from` restricts the inputs to one kind of address (the
   * sender of a peg-in must be legacy or P2SH-P2WPKH).
   */
  pay(outputs: readonly Payment[], from?: 'legacy' | 'p2sh-segwit'): Promise<Uint8Array>
  /** Satoshis that the wallet can spend. */
  balance(): Promise<bigint>
  /** Calls the listener after the best chain or the mempool has changed; returns a function that removes it. */
  onBlock(listener: () => void): () => void
  /** Closes the connection or the record; later changes are not saved. */
  close(): void
}
