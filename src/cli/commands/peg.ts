import { reasonOf } from '../../primitives/errors.ts'
import { isRecord } from '../../remote/jsonAnswers.ts'
import { parsedJson } from '../../remote/nodeAnswer.ts'
import { openEndpoint } from '../../remote/openEndpoint.ts'
import type { Command, GivenWords, Option } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { developmentUrl } from '../commandLine/developmentUrl.ts'
import type { Terminal } from '../terminal/terminal.ts'

const urlOption: Option = {
  name: 'url',
  value: 'URL',
  summary: `ask cambium dev --peg at this URL (default ${developmentUrl})`,
}
const jsonOption: Option = { name: 'json', summary: 'print the answer as one JSON object' }
const noWaitOption: Option = {
  name: 'no-wait',
  summary: 'return at once instead of showing the progress',
}

/** The members of an answer. */
type Facts = Readonly<Record<string, unknown>>

/** Calls a method of a running development chain. Throws `CommandFailure` with the chain's error message. */
async function askPeg(given: GivenWords, method: string, ...params: readonly unknown[]): Promise<Facts> {
  const url = given.options.get(urlOption.name) ?? developmentUrl
  const answer = await answerOf(url, { jsonrpc: '2.0', id: 1, method, params })
  if (answer.error !== undefined) throw new CommandFailure(answer.error.message)
  return typeof answer.result === 'object' && answer.result !== null ? { ...answer.result } : {}
}

interface PegAnswer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Mining until nothing waits may take minutes. */
const timeoutMs = 600_000

async function answerOf(url: string, request: object): Promise<PegAnswer> {
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new UsageError(`--url ${url} is not an HTTP URL`)
  const node = openEndpoint({ url: new URL(url) })
  const { status, body } = await node
    .post({ body: JSON.stringify(request), timeoutMs })
    .catch((error: unknown) => {
      throw new CommandFailure(`${url} does not answer (${reasonOf(error)}): is cambium dev --peg running?`)
    })
    .finally(() => node.close())
  const answer = parsedJson(body.toString())
  if (isRecord(answer)) return answer
  throw new CommandFailure(
    `${url} answers with status ${status} and a body that is not JSON: is it the URL of cambium dev --peg?`,
  )
}

interface PegCommand extends Omit<Command, 'run'> {
  ask(given: GivenWords): Promise<Facts>
  /** Prints the answer for people. */
  show(answer: Facts, terminal: Terminal, given: GivenWords): Promise<void> | void
}

/** A command that asks a running development chain and prints its answer, with `--json` as it is. */
const pegCommand = ({ ask, show, options, ...described }: PegCommand): Command => ({
  ...described,
  options: [...options, urlOption, jsonOption],
  async run(given, terminal) {
    const answer = await ask(given)
    if (given.options.has(jsonOption.name)) terminal.print(JSON.stringify(answer))
    else await show(answer, terminal, given)
  },
})

const satoshiDigits = 8

/** Satoshis of an amount such as 0.5. */
function satoshisOf(text: string | undefined): number {
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text ?? '')
  if (match === null) throw new UsageError('give an amount of BTC such as 0.5')
  const [, whole = '0', part = ''] = match
  return Number(whole + part.padEnd(satoshiDigits, '0'))
}

/** An amount of BTC without needless zeros. */
function bitcoins(satoshis: unknown): string {
  const digits = String(satoshis).padStart(satoshiDigits + 1, '0')
  const part = digits.slice(-satoshiDigits).replace(/0+$/, '')
  return `${digits.slice(0, -satoshiDigits)}${part === '' ? '' : `.${part}`} BTC`
}

/** The list of an answer with this name. */
const listIn = (answer: Facts, name: string): readonly Facts[] => {
  const list = answer[name]
  return Array.isArray(list) ? list : []
}

/** The object of an answer with this name. */
function objectIn(answer: Facts, name: string): Facts | undefined {
  const value = answer[name]
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}

const pollMs = 500
/** After this time without a new stage the command returns. */
const patienceMs = 300_000

const finalStages: ReadonlySet<unknown> = new Set([
  'credited',
  'rejected',
  'without-effect',
  'paid',
  'refused',
])

/** Prints each new stage of a peg-in or peg-out until it is final, unless blocks come on request only. */
async function follow(
  given: GivenWords,
  terminal: Terminal,
  list: 'pegIns' | 'pegOuts',
  id: string,
): Promise<void> {
  const { isAutomatic } = await askPeg(given, 'peg_bitcoin')
  if (given.options.has(noWaitOption.name)) return
  if (isAutomatic !== true) {
    terminal.print('Blocks come on request only: cambium peg advance')
    return
  }
  let last = ''
  let changedAt = Date.now()
  while (Date.now() - changedAt < patienceMs) {
    const [item] = listIn(await askPeg(given, 'peg_status', id), list)
    const text = item === undefined ? '' : progressText(item)
    if (text !== last) {
      terminal.print(text)
      last = text
      changedAt = Date.now()
    }
    if (item !== undefined && isFinal(item)) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  terminal.print('nothing has changed for five minutes: cambium peg status')
}

const isFinal = ({ stage }: Facts): boolean => finalStages.has(stage)

/** One line about a peg-in or a peg-out. */
const progressText = ({ stage, next }: Facts): string => `  ${stage}: ${next}`

const pegInCommand = pegCommand({
  name: 'peg in',
  operands: 'BTC',
  description: `Pay from the wallet of the Bitcoin beside a running cambium dev --peg. --to names the account or contract
that receives the RBTC. --from pays with the key of an account of the chain instead, which then receives them.`,
  examples: ['cambium peg in 0.5 --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  options: [
    { name: 'to', value: 'ADDRESS', summary: 'credit the RBTC to this account or contract' },
    { name: 'from', value: 'ADDRESS', summary: 'pay on Bitcoin with the key of this account' },
    { name: 'refund', value: 'ADDRESS', summary: 'refund to this Bitcoin address; needs --to' },
    noWaitOption,
  ],

  ask(given) {
    const { options } = given
    return askPeg(given, 'peg_in', {
      satoshis: satoshisOf(given.operands[0]),
      ...(options.has('to') && { to: options.get('to') }),
      ...(options.has('from') && { from: options.get('from') }),
      ...(options.has('refund') && { refundAddress: options.get('refund') }),
    })
  },
  async show({ bitcoinTransaction, receiver, satoshis, minimum }, terminal, given) {
    terminal.print(`Bitcoin transaction ${bitcoinTransaction} pays ${bitcoins(satoshis)} to the federation`)
    terminal.print(receiver === null ? 'Its sender has no account' : `The RBTC go to ${receiver}`)
    if (Number(satoshis) < Number(minimum)) {
      terminal.print(`This is below the minimum of ${bitcoins(minimum)}: the Bridge will not credit it`)
    }
    await follow(given, terminal, 'pegIns', String(bitcoinTransaction))
  },
})

const pegOutCommand = pegCommand({
  name: 'peg out',
  operands: 'BTC',
  description: `Send RBTC to the Bridge. The bitcoins go to the address that belongs to the key of the account.`,
  examples: ['cambium peg out 0.1 --from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  options: [{ name: 'from', value: 'ADDRESS', summary: 'pay from this account of the chain' }, noWaitOption],

  async ask(given) {
    const from = given.options.get('from')
    if (from === undefined) throw new UsageError('name the account that pays: --from ADDRESS')
    return askPeg(given, 'peg_out', { satoshis: satoshisOf(given.operands[0]), from })
  },
  async show({ transaction, bitcoinAddress, satoshis }, terminal, given) {
    terminal.print(
      `Transaction ${transaction} asks for ${bitcoins(satoshis)}, less the fee, at ${bitcoinAddress}`,
    )
    await follow(given, terminal, 'pegOuts', String(transaction))
  },
})

const pegStatusCommand = pegCommand({
  name: 'peg status',
  operands: '[ID]',
  description:
    'ID is a transaction of Bitcoin or of Rootstock; without it everything of the last blocks is shown.',
  examples: ['cambium peg status'],
  options: [],

  ask: (given) => askPeg(given, 'peg_status', ...given.operands.slice(0, 1)),
  show(answer, terminal) {
    const { bitcoinHeight, rootstockHeight } = answer
    terminal.print(`Bitcoin block ${bitcoinHeight}, Rootstock block ${rootstockHeight}`)
    for (const item of listIn(answer, 'pegIns')) {
      const { bitcoinTransaction, satoshis } = item
      terminal.print(`Peg-in of ${bitcoins(satoshis)}, ${bitcoinTransaction}\n${progressText(item)}`)
    }
    for (const item of listIn(answer, 'pegOuts')) {
      const { transaction } = item
      terminal.print(`Peg-out ${transaction}\n${progressText(item)}`)
    }
    for (const item of listIn(answer, 'transactions')) {
      const { bitcoinTransaction, unsignedTransaction } = item
      const id = bitcoinTransaction ?? unsignedTransaction
      terminal.print(`Transaction of the federation ${id}\n${progressText(item)}`)
    }
  },
})

const roles = ['active', 'retiring', 'proposed', 'awaited'] as const

const pegFederationCommand = pegCommand({
  name: 'peg federation',
  description: `--change votes for a federation of new members. Its validation, its activation and the migration of the
bitcoins follow by themselves, or at once with cambium peg advance.`,
  examples: ['cambium peg federation', 'cambium peg federation --change 4'],
  options: [{ name: 'change', value: 'MEMBERS', summary: 'vote for a federation of this many new members' }],

  async ask(given) {
    const members = given.options.get('change')
    if (members !== undefined) {
      if (!/^\d{1,2}$/.test(members)) throw new UsageError('--change needs a number of members')
      await askPeg(given, 'peg_changeFederation', { members: Number(members) })
    }
    return askPeg(given, 'peg_federation')
  },
  show(answer, terminal) {
    const { satoshis, minimumPegIn, minimumPegOut } = answer
    for (const role of roles) {
      const federation = objectIn(answer, role)
      if (federation === undefined) continue
      const { address, format, required } = federation
      const list = listIn(federation, 'members')
      terminal.print(`${role}: ${address} (${format}, ${required} of ${list.length})`)
      for (const { name, account } of list) terminal.print(`  ${name ?? 'unknown member'} ${account}`)
    }
    terminal.print(`It holds ${bitcoins(satoshis)}`)
    terminal.print(`Minimum peg-in ${bitcoins(minimumPegIn)}, peg-out ${bitcoins(minimumPegOut)}`)
  },
})

const pegAdvanceCommand = pegCommand({
  name: 'peg advance',
  operands: '[step|all]',
  description: 'Mine until nothing waits; with step, until one peg-in or peg-out has reached its next stage.',
  examples: ['cambium peg advance', 'cambium peg advance step'],
  options: [],

  ask: (given) => askPeg(given, 'peg_advance', ...given.operands.slice(0, 1)),
  show: ({ bitcoinBlocks, rootstockBlocks }, terminal) =>
    terminal.print(`Mined ${bitcoinBlocks} Bitcoin blocks and ${rootstockBlocks} Rootstock blocks`),
})

export const commands = [
  pegInCommand,
  pegOutCommand,
  pegStatusCommand,
  pegFederationCommand,
  pegAdvanceCommand,
]
