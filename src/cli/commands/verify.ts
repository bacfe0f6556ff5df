import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { chainStart } from '../../chain/storage/chainStart.ts'
import type { Finding } from '../../chain/verify/finding.ts'
import { verifyChain } from '../../chain/verify/verifyChain.ts'
import { DamagedData } from '../../primitives/errors.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { StoreError } from '../../store/errors.ts'
import type { Reader } from '../../store/store.ts'
import type { Command, GivenWords, Option } from '../commandLine/command.ts'
import { exitCodes } from '../commandLine/commandFailure.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { dataOption, readableStore, requiredData } from '../dataFolder/dataFolder.ts'
import { readApart } from '../dataFolder/readApart.ts'
import { counted, plural } from '../terminal/quantities.ts'
import { StopRequest } from '../terminal/stopRequest.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { WorkLine } from '../terminal/workLine.ts'

/** Findings that are printed; the others are counted. */
const maximumPrinted = 50

const callsOption: Option = {
  name: 'all-calls',
  summary: 'execute every block whose calls are recorded; without it 256 of them',
}

const verifyCommand: Command = {
  name: 'verify',
  description: `Read all records, recompute the roots of transactions and receipts, compare every trie node with its
hash and walk the state after the head. Execute some of the blocks whose calls are recorded and compare the
records, or all of them with --all-calls. Print what is damaged and what to do, and exit with 1 then. A
node may use the folder meanwhile.`,
  examples: ['cambium verify --network mainnet --data /var/lib/cambium'],
  options: [...networkOptions, dataOption, callsOption],

  async run(given, terminal) {
    const network = networkOf(given)
    const data = requiredData(given)
    const file = join(data, network.name, 'data.mdb')
    return readApart(given, { file, advice: `check the disk, then ${advice}` }, () =>
      verify(given, data, network, terminal),
    )
  },
}

export const commands = [verifyCommand]

const advice = 'restore a backup, or remove the folder and import or synchronise again'

async function verify(
  given: GivenWords,
  data: string,
  network: Network,
  terminal: Terminal,
): Promise<number | undefined> {
  const store = readableStore(data, network)
  const stop = new StopRequest()
  try {
    const report = new VerifyReport(terminal, network)
    const executions = given.options.has(callsOption.name) ? Number.POSITIVE_INFINITY : undefined
    for (const step of verifyChain(store, network, executions)) {
      if ('finding' in step) report.add(step.finding)
      else if ('begins' in step) given.reportToParent?.(step.begins)
      else report.show(step.progress)
      await setImmediate()
      if (stop.exitCode !== undefined) return stop.exitCode
    }
    return report.finish(hasAllBlocks(store))
  } finally {
    terminal.status?.clear()
    stop.forget()
    store.close()
  }
}

/** False for a chain that started at a snapshot, and when the record of its start is damaged. */
function hasAllBlocks(reader: Reader): boolean {
  try {
    return chainStart(reader) === undefined
  } catch (error) {
    if (error instanceof DamagedData || error instanceof StoreError) return false
    throw error
  }
}

class VerifyReport {
  readonly #terminal: Terminal
  readonly #network: Network
  readonly #progress: WorkLine
  readonly #parts = new Set<Finding['part']>()
  #found = 0

  constructor(terminal: Terminal, network: Network) {
    this.#terminal = terminal
    this.#network = network
    this.#progress = new WorkLine(terminal)
  }

  add({ part, what }: Finding): void {
    this.#parts.add(part)
    if (this.#found++ < maximumPrinted) this.#terminal.print(`damaged ${part}: ${what}`)
  }

  show(step: WorkStep): void {
    this.#progress.show(step)
  }

  /** Prints the result and returns the exit code of a failure. */
  finish(isWhole: boolean): number | undefined {
    const { name } = this.#network
    const unprinted = this.#found - maximumPrinted
    if (unprinted > 0) this.#terminal.print(`… and ${counted(unprinted)} more`)
    if (this.#found === 0) {
      this.#terminal.print(`${name}: everything is as it was written`)
      return undefined
    }
    this.#terminal.print(`${name}: ${plural(this.#found, 'damaged part')}: check the disk, then`)
    this.#terminal.print(`  ${adviceFor(this.#parts, isWhole)}`)
    return exitCodes.failure
  }
}

function adviceFor(parts: ReadonlySet<Finding['part']>, isWhole: boolean): string {
  if (parts.has('file')) return `${advice}: pages of its file are damaged`
  if (parts.has('block')) return `${advice}: blocks are damaged`
  return isWhole
    ? 'write the blocks with "cambium export FILE" and "cambium import FILE" them into an empty folder, which executes them again, or restore a backup: all blocks are whole'
    : advice
}
