import type { Chain } from '../../../chain/chain.ts'
import type { Clock } from '../../../mining/inputs/clock.ts'
import type { AdjustableSettings } from '../../../mining/inputs/miningSettings.ts'
import type { MiningMode } from '../../../mining/miner.ts'
import type { TransactionPool } from '../../../pool/pool.ts'
import { type Address, equalBytes, type Hash } from '../../../primitives/bytes.ts'
import type { State } from '../../../state/state.ts'
import type { NodeMining } from '../../services/nodeMining.ts'
import type { ContractArtifact } from '../callLog/contractArtifact.ts'
import type { ContractNames } from '../callLog/contractNames.ts'
import { waitingIn } from '../localChain.ts'
import { readStateText, stateText } from '../stateFile/stateText.ts'
import { applyAccounts, takeState } from '../stateFile/takeState.ts'
import { AddedAccounts, type Impersonation } from './unsignedAccounts.ts'

export interface DevelopmentParts {
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly mining: NodeMining
  readonly clock: Clock
  /** Those that the miner uses. */
  readonly settings: AdjustableSettings
  readonly impersonation: Impersonation
  /** Compiled contracts of the project. */
  readonly contractNames: ContractNames
  /** Identifies this run of the chain for tools that keep files about it. */
  readonly instanceId: Hash
}

/** The commands of a development chain besides those of every local chain. */
export class DevelopmentControls {
  readonly #parts: DevelopmentParts
  readonly addedAccounts: AddedAccounts
  /** Whether calls and transactions are logged, if there is a log. */
  isLogging = true

  constructor(parts: DevelopmentParts) {
    this.#parts = parts
    this.addedAccounts = new AddedAccounts(parts.impersonation)
  }

  get impersonation(): Impersonation {
    return this.#parts.impersonation
  }

  get instanceId(): Hash {
    return this.#parts.instanceId
  }

  get settings(): Readonly<
    Pick<AdjustableSettings, 'coinbase' | 'gasLimitTarget' | 'minimumGasPriceTarget'>
  > {
    return this.#parts.settings
  }

  /** The compiled contract whose code an account has; undefined for other accounts. */
  contractAt(address: Address): ContractArtifact | undefined {
    const { chain, contractNames } = this.#parts
    const code = chain.sharedState(chain.head).code(address)
    return code && contractNames.contractOf(code.bytes)
  }

  /** Changes the state after the best block. Waiting transactions are checked again, because accounts may differ. */
  edit(change: (state: State) => void): void {
    const { chain } = this.#parts
    this.#checkWaiting(() => chain.editHead(change))
  }

  /** Whether each transaction is mined at once. */
  get isAutomining(): boolean {
    return this.#parts.mining.miner.isAutomining
  }

  /** Milliseconds between blocks; undefined when no interval is set. */
  get miningIntervalMs(): number | undefined {
    const { miner } = this.#parts.mining
    return miner.isStarted && 'milliseconds' in miner.mode ? miner.mode.milliseconds : undefined
  }

  /** Mining at an interval continues. */
  setAutomine(isOn: boolean): void {
    this.#mine(isOn, this.miningIntervalMs)
  }

  /** Undefined ends mining at an interval. Mining per transaction continues. */
  setMiningInterval(milliseconds: number | undefined): void {
    this.#mine(this.isAutomining, milliseconds)
  }

  /** Sets the clock and returns its offset from the system's in seconds. */
  setTime(seconds: number): number {
    const { clock } = this.#parts
    clock.setTime(seconds)
    return clock.offsetSeconds
  }

  /** Makes each block this much later than its parent; undefined lets blocks follow the clock again. */
  setBlockSeconds(seconds: number | undefined): void {
    this.#parts.clock.setBlockSeconds(seconds)
  }

  /** The gas limit from the next block on. */
  setGasLimit(gasLimit: bigint): void {
    this.#adjust((settings) => {
      settings.gasLimitTarget = gasLimit
    })
  }

  /** The account that the next blocks pay. */
  setCoinbase(coinbase: Address): void {
    this.#adjust((settings) => {
      settings.coinbase = coinbase
    })
  }

  /** The minimum gas price from the next block on. */
  setMinimumGasPrice(price: bigint): void {
    this.#adjust((settings) => {
      settings.minimumGasPriceTarget = price
    })
  }

  /** Removes a waiting transaction; false if it does not wait. */
  drop(hash: Hash): boolean {
    return this.#parts.pool.remove(hash)
  }

  /** Removes all waiting transactions, or those of one sender. */
  dropAll(sender?: Address): void {
    const { pool } = this.#parts
    for (const { transaction } of waitingIn(pool)) {
      if (sender === undefined || isSame(sender, transaction.sender)) pool.remove(transaction.hash)
    }
  }

  /** The state after the best block as text, with the blocks. */
  dumpState(): string {
    return stateText(takeState(this.#parts.chain))
  }

  /**
   * Adds the accounts of a state file to the state. If the file has blocks, a new chain in memory continues them. The next
   * block is later than the block at which the state was saved. Throws `StateFileError` for a file of another chain.
   */
  loadState(text: string): void {
    const { chain, clock } = this.#parts
    const dump = readStateText(text, chain.network)
    const { accounts, history } = dump
    if (history !== undefined && chain.canAdoptHistory) {
      const all = history.remasc ? [...accounts, history.remasc] : accounts
      this.#checkWaiting(() => chain.adoptHistory(history.blocks, (state) => applyAccounts(state, all)))
    } else {
      this.edit((state) => applyAccounts(state, accounts))
    }
    if (dump.block.timestamp > clock.nowSeconds) clock.setTime(dump.block.timestamp)
  }

  #mine(isAutomining: boolean, milliseconds: number | undefined): void {
    const { miner } = this.#parts.mining
    if (isAutomining || milliseconds !== undefined) miner.changeMode(modeOf(isAutomining, milliseconds))
    else miner.stop()
  }

  #adjust(change: (settings: AdjustableSettings) => void): void {
    change(this.#parts.settings)
    this.#parts.mining.reset()
  }

  #checkWaiting(change: () => void): void {
    const { pool, mining } = this.#parts
    const waiting = waitingIn(pool)
    change()
    mining.reset()
    if (waiting.length === 0) return
    pool.clear()
    for (const { transaction, local } of waiting) pool.add(transaction, { local })
  }
}

function modeOf(isAutomining: boolean, milliseconds: number | undefined): MiningMode {
  if (milliseconds === undefined) return { kind: 'per-transaction' }
  return { kind: isAutomining ? 'mixed' : 'interval', milliseconds }
}

const isSame = (one: Address, other: Address | undefined): boolean =>
  other !== undefined && equalBytes(one, other)
