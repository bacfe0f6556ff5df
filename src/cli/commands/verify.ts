import { setImmediate } from 'node:timers/promises'
import type { Finding } from '../../chain/verify/finding.ts'
import { repairChain } from '../../chain/verify/repairChain.ts'
import { verifyChain } from '../../chain/verify/verifyChain.ts'
import type { Command, Option } from '../commandLine/command.ts'
import { exitCodes } from '../commandLine/commandFailure.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import {
  dataOption,
  existingStore,
  readableStore,
  requiredData,
  upgradeTeller,
} from '../dataFolder/dataFolder.ts'
import { PartProgress } from '../terminal/progress.ts'
import { counted, plural } from '../terminal/quantities.ts'
import { StopRequest } from '../terminal/stopRequest.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Findings that are printed; the others are counted. */
const maximumPrinted = 50

const repairOption: Option = { name: 'repair', summary: 'restore damaged records; the node must be stopped' }

const verifyCommand: Command = {
  name: 'verify',
  operands: '',
  description: `Reads all records, recomputes the roots of transactions and receipts, compares every trie node with its
hash and walks the state after the head. Prints what is damaged and what to do, and exits with 1 then. A
node may use the folder meanwhile.

With --repair the node must be stopped. Damaged records are restored from what else is stored: receipts and
trie nodes are computed again by executing blocks, indexes are read from the blocks. What is restored is
confirmed by hashes. A running node with peers does the same for records that its calls meet, and fetches
damaged headers and bodies from its peers.`,
  examples: [
    'cambium verify --network mainnet --data /var/lib/cambium',
    'cambium verify --repair --network mainnet --data /var/lib/cambium',
  ],
  options: [...networkOptions, dataOption, repairOption],

  async run(given, terminal) {
    const network = networkOf(given)
    const isRepairing = given.options.has(repairOption.name)
    const data = requiredData(given)
    const store = isRepairing
      ? existingStore(data, network, upgradeTeller(terminal))
      : readableStore(data, network)
    const stop = new StopRequest()
    try {
      const teller = new VerifyTeller(terminal, isRepairing)
      for (const step of isRepairing ? repairChain(store, network) : verifyChain(store, network)) {
        if ('finding' in step) teller.add(step.finding)
        else if ('restored' in step) teller.addRestored(step.restored)
        else teller.show(step.progress.what, step.progress.done, step.progress.total)
        await setImmediate()
        if (stop.exitCode !== undefined) return stop.exitCode
      }
      return teller.finish()
    } finally {
      terminal.status?.clear()
      stop.forget()
      store.close()
    }
  },
}

export const commands = [verifyCommand]

class VerifyTeller {
  readonly #terminal: Terminal
  readonly #isRepairing: boolean
  readonly #progress: PartProgress
  readonly #found = new Map<Finding['part'], number>()
  #restored = 0
  #printed = 0

  constructor(terminal: Terminal, isRepairing: boolean) {
    this.#terminal = terminal
    this.#isRepairing = isRepairing
    this.#progress = new PartProgress(terminal)
  }

  add({ part, what }: Finding): void {
    this.#found.set(part, (this.#found.get(part) ?? 0) + 1)
    if (this.#printed++ < maximumPrinted) this.#terminal.print(`damaged ${part}: ${what}`)
  }

  addRestored({ part, what }: Finding): void {
    this.#restored++
    if (this.#printed++ < maximumPrinted) this.#terminal.print(`restored ${part}: ${what}`)
  }

  show(what: string, done: number, total: number | undefined): void {
    const all = total === undefined ? '' : ` of ${counted(total)}`
    const part = total === undefined ? undefined : done / Math.max(1, total)
    this.#progress.show(part, `${counted(done)}${all} ${what} verified`)
  }

  /** Prints the result and returns the exit code. */
  finish(): number {
    const total = [...this.#found.values()].reduce((sum, count) => sum + count, 0)
    if (this.#restored > 0) this.#terminal.print(`${plural(this.#restored, 'damaged record')} restored`)
    if (total === 0) {
      this.#terminal.print(
        this.#restored > 0
          ? 'check the disk; everything else is as it was written'
          : 'everything is as it was written',
      )
      return exitCodes.success
    }
    this.#terminal.print(`${plural(total, 'damaged part')}: check the disk, then`)
    this.#terminal.print(`  ${this.#advice()}`)
    return exitCodes.failure
  }

  #advice(): string {
    const repair = 'stop the node and run "cambium verify --repair"'
    if (this.#found.has('block')) {
      const fetched = 'what stays damaged is fetched by a node with peers when it is read'
      const first = this.#isRepairing ? `start the node: ${fetched}` : `${repair}; ${fetched}`
      return `${first}. Else restore a backup, or remove the folder and synchronise again: blocks are damaged`
    }
    const anew =
      'write the blocks with "cambium export FILE" and "cambium import FILE" them into an empty folder, which executes them again, or restore a backup: all blocks are whole'
    return this.#isRepairing ? anew : `${repair}. Else ${anew}`
  }
}
