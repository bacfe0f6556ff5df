import type { Chain } from '../../chain/chain.ts'
import type { BlockSelector } from '../../chain/selector.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { type Address, asAddress, asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { suggestion } from '../../primitives/nearest.ts'
import { fixedData } from '../../primitives/quantity.ts'
import { wholeNumber } from '../../settings/valueTypes.ts'
import { type Command, type GivenWords, jsonOption } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { numberOption } from '../commandLine/numberOption.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { dataOption, readableStore, requiredData, withChain } from '../dataFolder/dataFolder.ts'
import { describeAccount, describeBlock, describeTransaction } from '../inspect/describe.ts'
import { rulesAsJson, rulesAsText } from '../inspect/describeRules.ts'
import { asJson, asText, type Description } from '../inspect/description.ts'

/** Unlike the other kinds it needs neither a chain nor an ID. */
const rulesKind = 'rules'

const inspectCommand: Command = {
  name: 'inspect',
  operands: 'block|tx|account|rules [ID]',
  description: `  block    by number, hash (also of a side branch) or "latest"
  tx       a transaction of the canonical chain by hash, with its receipt
  account  by address, after the head or after another block with --block
  rules    the heights at which upgrades and rules of the network start, and with --at which of them
           are active in a block; needs no folder

A node may use the folder meanwhile. A local chain with its own upgrade heights is opened with the same
--upgrades and --upgrade. With --json, byte strings are hex, amounts are in wei, and numbers that may
exceed 53 bits are decimal strings.`,
  examples: [
    'cambium inspect block 120 --data chains',
    'cambium inspect account 0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826 --block 100 --data chains',
    'cambium inspect block latest --data chains --json',
    'cambium inspect rules --network testnet --at 5000000',
    'cambium inspect rules --upgrade arrowhead600=5 --at 4',
  ],
  options: [
    ...networkOptions,
    dataOption,
    { name: 'block', value: 'ID', summary: 'show an account after this block (default latest)' },
    {
      name: 'at',
      value: 'NUMBER',
      summary: 'show which rules are active at this block number',
    },
    jsonOption,
  ],

  async run(given, terminal) {
    const [kind] = given.operands
    checkOptions(given, kind)
    if (kind === rulesKind) {
      terminal.print(describedRules(given))
      return undefined
    }
    const find = finderOf(given)
    const network = networkOf(given)
    await withChain(readableStore(requiredData(given), network), network, (chain) => {
      const description = find(chain)
      terminal.print(given.options.has(jsonOption.name) ? asJson(description) : asText(description))
    })
  },
}

export const commands = [inspectCommand]

type Finder = (chain: Chain) => Description

/** By the first operand: finds what the second one names. */
const finders: Readonly<Record<string, (id: string, given: GivenWords) => Finder>> = {
  block: (id) => (chain) => describeBlock(blockNamed(id, chain), chain),

  tx: (id) => {
    const hash = hashNamed(id)
    return (chain) => {
      const found = chain.transaction(hash)
      if (found === undefined) throw new CommandFailure(`the canonical chain has no transaction ${id}`)
      return describeTransaction(found, chain)
    }
  },

  account: (id, { options }) => {
    const address = addressNamed(id)
    return (chain) => describeAccount(address, blockNamed(options.get('block') ?? 'latest', chain), chain)
  },
}

function finderOf(given: GivenWords): Finder {
  const [kind, id, ...others] = given.operands
  if (kind === undefined) throw new UsageError('inspect needs block, tx, account or rules')
  const find = Object.hasOwn(finders, kind) ? finders[kind] : undefined
  if (find === undefined) {
    const kinds = [...Object.keys(finders), rulesKind]
    throw new UsageError(`inspect does not know ${kind}${suggestion(kind, kinds)}`)
  }
  if (id === undefined || others.length > 0) throw new UsageError(`inspect ${kind} needs one ID`)
  return find(id, given)
}

function checkOptions({ options }: GivenWords, kind: string | undefined): void {
  if (options.has('block') && kind !== 'account') throw new UsageError('--block applies to accounts only')
  if (options.has('at') && kind !== rulesKind) throw new UsageError('--at applies to rules only')
}

function describedRules(given: GivenWords): string {
  if (given.operands.length > 1) throw new UsageError('inspect rules takes no ID')
  const print = given.options.has(jsonOption.name) ? rulesAsJson : rulesAsText
  return print(networkOf(given), numberOption(given, 'at'))
}

/* The identifiers of blocks, transactions and accounts on the command line. */

const hashNamed = (text: string): Hash => asHash(named(text, 32, 'a transaction hash', 'hash'))

const addressNamed = (text: string): Address => asAddress(named(text, 20, 'an address', 'address'))

/** A block by its number, its hash or `latest`. */
function blockNamed(text: string, chain: Chain): StoredBlock {
  const block = chain.select(selectorNamed(text))
  if (block !== undefined) return block
  throw new CommandFailure(`there is no block ${text}: the head is block ${chain.head.number}`)
}

function selectorNamed(text: string): BlockSelector {
  if (text === 'latest') return text
  return wholeNumber(text) ?? asHash(named(text, 32, 'a block number, a block hash or "latest"', 'hash'))
}

function named(text: string, length: number, what: string, kind: 'hash' | 'address'): Uint8Array {
  try {
    return fixedData(text, length)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new UsageError(
      `${text} is not ${what}: ${kind === 'hash' ? 'a hash' : 'an address'} is 0x and ${2 * length} hex digits`,
    )
  }
}
