import { regtestParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { upgradeSteps } from '../../chain/upgradeSteps.ts'
import { sha256 } from '../../crypto/sha256.ts'
import { Buffer } from '../../platform/buffer.ts'
import { join } from '../../platform/paths.ts'
import { asciiBytes, concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import type { ChainState, SimulatedChain } from './chain/simulatedChain.ts'
import type { WalletState } from './wallet/walletKeys.ts'

/*
 * The folder `bitcoin` beside a chain: the blocks of all branches by their serial, and the state, which names the best
 * block, the waiting transactions and the keys of the wallet. Every change is one write, so a killed process restarts
 * after a whole change.
 */

/** A state to which a simulation can revert. Reverting invalidates the marks taken after it. */
export interface BitcoinMark {
  readonly chain: ChainState
  readonly wallet: WalletState
}

const stateKey = asciiBytes('bitcoin.state')
const checksumLength = 8

export interface RecordOptions {
  /** The data folder of the chain. */
  readonly folder: string
  /** `none` leaves flushing to the system. */
  readonly flush?: 'commit' | 'none' | undefined
}

/** Opens the record of a simulation; a new one is empty. */
export function openBitcoinRecord({ folder, flush = 'commit' }: RecordOptions): BitcoinRecord {
  const store = openStore({
    path: join(folder, 'bitcoin'),
    network: 'bitcoin-regtest',
    genesisHash: regtestParameters.genesis.header.hash,
    tables: ['bodies', 'meta'],
    upgradeSteps,
    flush,
  })
  return new BitcoinRecord(store)
}

/** Stores a simulation between two runs. */
export class BitcoinRecord {
  readonly #store: Store
  #saved = 1

  constructor(store: Store) {
    this.#store = store
  }

  /** The blocks of all branches in their order, without the first one, and the last state; undefined for a new record. */
  load(): { readonly blocks: readonly Uint8Array[]; readonly state: BitcoinMark } | undefined {
    const stored = this.#store.get('meta', stateKey)
    if (stored === undefined) return undefined
    const state = readState(checked(stored, 'the state of the simulated Bitcoin'))
    const blocks: Uint8Array[] = []
    for (let serial = 1; serial < state.chain.blockCount; serial++) {
      const bytes = this.#store.get('bodies', keyOf(serial))
      if (bytes === undefined) throw new DamagedData(`block ${serial} of the simulated Bitcoin`)
      blocks.push(checked(bytes, `block ${serial} of the simulated Bitcoin`))
    }
    this.#saved = state.chain.blockCount
    return { blocks, state }
  }

  save(chain: SimulatedChain, mark: BitcoinMark): void {
    const { blockCount } = mark.chain
    this.#store.write((batch) => {
      for (let serial = blockCount; serial < this.#saved; serial++) batch.delete('bodies', keyOf(serial))
      for (const { serial, bytes } of chain.blocksFrom(this.#saved)) {
        batch.put('bodies', keyOf(serial), withChecksum(bytes))
      }
      batch.put('meta', stateKey, withChecksum(Buffer.from(stateText(mark))))
    })
    this.#saved = blockCount
  }

  close(): void {
    this.#store.close()
  }
}

function keyOf(serial: number): Uint8Array {
  const key = new Uint8Array(4)
  new DataView(key.buffer).setUint32(0, serial)
  return key
}

const checksumOf = (bytes: Uint8Array): Uint8Array => sha256(bytes).subarray(0, checksumLength)

const withChecksum = (bytes: Uint8Array): Uint8Array => concatBytes(checksumOf(bytes), bytes)

function checked(stored: Uint8Array, what: string): Uint8Array {
  const bytes = stored.subarray(checksumLength)
  if (!equalBytes(checksumOf(bytes), stored.subarray(0, checksumLength))) throw new DamagedData(what)
  return bytes
}

/** Transactions are in hex digits. */
interface StateText {
  readonly chain: Omit<ChainState, 'waiting'> & { readonly waiting: readonly string[] }
  readonly wallet: WalletState
}

const stateText = ({ chain, wallet }: BitcoinMark): string =>
  JSON.stringify({ chain: { ...chain, waiting: chain.waiting.map(toHexDigits) }, wallet })

/** The text has its checksum, so it is what `stateText` wrote. */
function readState(bytes: Uint8Array): BitcoinMark {
  const { chain, wallet }: StateText = JSON.parse(Buffer.from(bytes).toString())
  return { chain: { ...chain, waiting: chain.waiting.map((raw) => fromHex(raw)) }, wallet }
}
