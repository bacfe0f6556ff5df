import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type ChainStart, chainStart } from '../../chain/storage/chainStart.ts'
import { stateTables } from '../../chain/storage/stateTables.ts'
import type { Finding } from '../../chain/verify/finding.ts'
import { type RepairStep, repairChain } from '../../chain/verify/repairChain.ts'
import { verifyChain } from '../../chain/verify/verifyChain.ts'
import { DamagedData } from '../../primitives/errors.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { StoreError } from '../../store/errors.ts'
import type { Reader } from '../../store/store.ts'
import type { Arguments, Command, Option } from '../commandLine/command.ts'
import { exitCodes } from '../commandLine/commandFailure.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { dataOption, existingStore, readableStore, requiredData } from '../dataFolder/dataFolder.ts'
import { readApart } from '../dataFolder/readApart.ts'
import { counted, plural } from '../terminal/quantities.ts'
import { StopRequest } from '../terminal/stopRequest.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { WorkLine } from '../terminal/workLine.ts'

/** Findings that are printed; the others are counted. */
const maximumPrinted = 50

const repairOption: Option = { name: 'repair', summary: 'restore damaged records; the node must be stopped' }

const callsOption: Option = {
  name: 'all-calls',
  summary: 'execute every block whose calls are recorded; without it 256 of them',
}

const verifyCommand: Command = {
  name: 'verify',
  description: `Read all records, recompute the roots of transactions and receipts, compare every trie node with its
hash and walk the state after the head. Execute some of the blocks whose calls are recorded and compare the
records, or all of them with --all-calls. Print what is damaged and what to do, and exit with 1 then. A
node may use the folder meanwhile.

With --repair the node must be stopped. Damaged records are restored from what else is stored: receipts and
trie nodes are recomputed by executing blocks, indexes are read from the blocks. What is restored is
confirmed by hashes. A running node with peers does the same for records that its calls meet, and fetches
damaged headers and bodies from its peers.`,
  examples: [
    'cambium verify --network mainnet --data /var/lib/cambium',
    'cambium verify --repair --network mainnet --data /var/lib/cambium',
  ],
  options: [...networkOptions, dataOption, repairOption, callsOption],

  async run(given, terminal) {
    const network = networkOf(given)
    const data = requiredData(given)
    const file = join(data, network.name, 'data.mdb')
    return readApart(given, { file, advice }, () => verify(given, data, network, terminal))
  },
}

export const commands = [verifyCommand]

const advice = 'check the disk, then restore a backup, or remove the folder and import or synchronise again'

async function verify(
  given: Arguments,
  data: string,
  network: Network,
  terminal: Terminal,
): Promise<number | undefined> {
  const isRepairing = given.options.has(repairOption.name)
  const store = isRepairing ? existingStore(data, network) : readableStore(data, network)
  const stop = new StopRequest()
  try {
    const report = new VerifyReport(terminal, network, isRepairing)
    const executions = given.options.has(callsOption.name) ? Number.POSITIVE_INFINITY : undefined
    const steps: Iterable<RepairStep> = isRepairing
      ? repairChain(store, network, executions)
      : verifyChain(store, network, executions)
    for (const step of steps) {
      if ('finding' in step) report.add(step.finding)
      else if ('restored' in step) report.addRestored(step.restored)
      else if ('begins' in step) given.reportToParent?.(step.begins)
      else report.show(step.progress)
      await setImmediate()
      if (stop.exitCode !== undefined) return stop.exitCode
    }
    return report.finish(keptPart(store))
  } finally {
    terminal.status?.clear()
    stop.forget()
    store.close()
  }
}

/** What a folder has of its chain: a repair executes blocks, for which it needs the state before them. */
interface KeptPart {
  /** The first block whose state is kept. */
  readonly firstState: number
  /** Undefined for a chain with all blocks. */
  readonly start: ChainStart | undefined
}

/** Undefined when the records about it are damaged. */
function keptPart(reader: Reader): KeptPart | undefined {
  try {
    return { firstState: stateTables(reader).firstKept, start: chainStart(reader) }
  } catch (error) {
    if (error instanceof DamagedData || error instanceof StoreError) return undefined
    throw error
  }
}

class VerifyReport {
  readonly #terminal: Terminal
  readonly #network: Network
  readonly #isRepairing: boolean
  readonly #progress: WorkLine
  readonly #found = new Map<Finding['part'], number>()
  #restored = 0
  #printed = 0

  constructor(terminal: Terminal, network: Network, isRepairing: boolean) {
    this.#terminal = terminal
    this.#network = network
    this.#isRepairing = isRepairing
    this.#progress = new WorkLine(terminal)
  }

  add({ part, what }: Finding): void {
    this.#found.set(part, (this.#found.get(part) ?? 0) + 1)
    if (this.#printed++ < maximumPrinted) this.#terminal.print(`damaged ${part}: ${what}`)
  }

  addRestored({ part, what }: Finding): void {
    this.#restored++
    if (this.#printed++ < maximumPrinted) this.#terminal.print(`restored ${part}: ${what}`)
  }

  show(step: WorkStep): void {
    this.#progress.show(step)
  }

  /** Prints the result and returns the exit code of a failure. */
  finish(kept: KeptPart | undefined): number | undefined {
    const { name } = this.#network
    const total = [...this.#found.values()].reduce((sum, count) => sum + count, 0)
    const unprinted = this.#printed - maximumPrinted
    if (unprinted > 0) this.#terminal.print(`… and ${counted(unprinted)} more`)
    if (this.#restored > 0)
      this.#terminal.print(`${name}: ${plural(this.#restored, 'damaged record')} restored`)
    if (total === 0) {
      this.#terminal.print(
        this.#restored > 0
          ? `${name}: check the disk; everything else is as it was written`
          : `${name}: everything is as it was written`,
      )
      return undefined
    }
    this.#terminal.print(`${name}: ${plural(total, 'damaged part')}: check the disk, then`)
    this.#terminal.print(`  ${this.#advice(kept)}`)
    if (!this.#found.has('file')) for (const line of limitsOf(kept)) this.#terminal.print(`  ${line}`)
    return exitCodes.failure
  }

  #advice(kept: KeptPart | undefined): string {
    if (this.#found.has('file'))
      return 'restore a backup, or remove the folder and import or synchronise again: pages of its file are damaged'
    const repair = 'stop the node and run "cambium verify --repair"'
    if (this.#found.has('block')) {
      const fetched = 'what stays damaged is fetched by a node with peers when it is read'
      const first = this.#isRepairing ? `start the node: ${fetched}` : `${repair}; ${fetched}`
      return `${first}. Else restore a backup, or remove the folder and synchronise again: blocks are damaged`
    }
    const anew =
      kept?.start === undefined
        ? 'write the blocks with "cambium export FILE" and "cambium import FILE" them into an empty folder, which executes them again, or restore a backup: all blocks are whole'
        : 'restore a backup, or remove the folder and synchronise again'
    return this.#isRepairing ? anew : `${repair}. Else ${anew}`
  }
}

/** Why a repair of a folder that is not an archive cannot restore everything. */
function limitsOf(kept: KeptPart | undefined): string[] {
  const lines: string[] = []
  if (kept?.start !== undefined)
    lines.push(
      `the chain started at the state of block ${kept.start.number}: what lies before cannot be executed again`,
    )
  if (kept !== undefined && kept.firstState > 0)
    lines.push(
      `states are kept from block ${kept.firstState} on: that state itself, and receipts of earlier blocks, cannot be computed again here`,
    )
  return lines
}
