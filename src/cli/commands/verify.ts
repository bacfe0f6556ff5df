import { setImmediate } from 'node:timers/promises'
import type { Finding } from '../../chain/verify/finding.ts'
import { verifyChain } from '../../chain/verify/verifyChain.ts'
import type { Command } from '../commandLine/command.ts'
import { exitCodes, UsageError } from '../commandLine/errors.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { dataOption, readableStore, requiredData } from '../dataFolder/dataFolder.ts'
import { counted, plural } from '../terminal/quantities.ts'
import { StopRequest } from '../terminal/stopRequest.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Findings that are printed; the others are counted. */
const mostPrinted = 50
const progressIntervalMs = 5_000

export const verifyCommand: Command = {
  name: 'verify',
  operands: '',
  summary: 'compare everything in a data folder with its checksums and hashes',
  description: `Reads all records, recomputes the roots of transactions and receipts, compares every trie node with its
hash and walks the state after the head. Prints what is damaged and what to do, and exits with 1 then. A
node may use the folder meanwhile.`,
  examples: ['cambium verify --network mainnet --data /var/lib/cambium'],
  options: [...networkOptions, dataOption],

  async run(given, terminal) {
    if (given.operands.length > 0) throw new UsageError('verify takes no operand')
    const network = networkOf(given)
    const store = readableStore(requiredData(given), network)
    const stop = new StopRequest()
    try {
      const teller = new VerifyTeller(terminal)
      for (const step of verifyChain(store, network)) {
        if ('finding' in step) teller.add(step.finding)
        else teller.show(step.progress.what, step.progress.done, step.progress.total)
        await setImmediate()
        if (stop.exitCode !== undefined) return stop.exitCode
      }
      return teller.finish()
    } finally {
      stop.forget()
      store.close()
    }
  },
}

class VerifyTeller {
  readonly #terminal: Terminal
  readonly #found = new Map<Finding['part'], number>()
  #printed = 0
  #shownAt = performance.now()

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  add({ part, what }: Finding): void {
    this.#found.set(part, (this.#found.get(part) ?? 0) + 1)
    if (this.#printed++ < mostPrinted) this.#terminal.print(`damaged ${part}: ${what}`)
  }

  show(what: string, done: number, total: number | undefined): void {
    if (performance.now() - this.#shownAt < progressIntervalMs) return
    this.#shownAt = performance.now()
    const all = total === undefined ? '' : ` of ${counted(total)}`
    this.#terminal.note(`${counted(done)}${all} ${what} verified`)
  }

  /** Prints the result and returns the exit code. */
  finish(): number {
    const total = [...this.#found.values()].reduce((sum, count) => sum + count, 0)
    if (total === 0) {
      this.#terminal.print('everything is as it was written')
      return exitCodes.success
    }
    this.#terminal.print(`${plural(total, 'damaged part')}: check the disk, then`)
    this.#terminal.print(`  ${this.#advice()}`)
    return exitCodes.failure
  }

  #advice(): string {
    if (this.#found.has('block')) {
      return 'restore the folder from a backup, or remove it and synchronise again: blocks are damaged'
    }
    return 'write the blocks with "cambium export FILE" and "cambium import FILE" them into an empty folder, which executes them again, or restore a backup: all blocks are whole'
  }
}
