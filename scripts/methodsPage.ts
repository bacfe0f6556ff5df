import { errorKinds } from '../src/rpc/errors/errorCodes.ts'
import { isJsonObject, type Json } from '../src/rpc/json/json.ts'
import type { Schema } from '../src/rpc/json/schema.ts'
import type { Method } from '../src/rpc/method/method.ts'
import { developmentMethods } from '../src/rpc/modules/development/developmentMethods.ts'
import type { NamedMethod } from '../src/rpc/registry/openRpc.ts'
import { Registry } from '../src/rpc/registry/registry.ts'

/* The page docs/methods.md, derived from the registry of methods. */

const introduction = `# Methods

Every method of the JSON-RPC service, by module. \`npx tsx scripts/write-methods.ts\` writes this page from the registry; the
method \`rpc.discover\` answers the same as an OpenRPC document, with schemas.

QUANTITY is an integer in hex with \`0x\`, without leading zeros; DATA is bytes in hex with \`0x\`; a hash has 32 bytes,
an address 20. Parameters in brackets may be omitted or null. The cost is the number of units that a call takes from the
quota of a key at least; [S17](decisions.md#s17) says what more work costs.
`

/** Members that the page lists of an object; `rpc.discover` describes larger ones. */
const maximumMembers = 6

const subscriptions = `## Subscriptions

Over WebSocket, and with the library's provider: \`eth_subscribe\` with \`newHeads\`, \`logs\` (and a filter object),
\`newPendingTransactions\` or \`syncing\` answers an id, and \`eth_unsubscribe\` with that id cancels it. Notifications have
the method \`eth_subscription\`.
`

const helpersIntroduction = `## Helpers of development chains

Only with \`cambium dev\` and \`createNode()\` ([dev.md](dev.md)); the service answers \`method not found\`.
`

const errorsIntroduction = `## Errors

Errors of JSON-RPC have HTTP status 200. \`data\` is present where the table says so.
`

export function methodsPage(registry: Registry, unsupported: readonly string[]): string {
  const sections = registry.modules.map((module) => {
    const methods = registry.methods.filter(({ name }) => name.split(/[._]/, 1)[0] === module)
    return `## ${module}\n\n${methodTable(methods, registry.answering)}\n`
  })
  const rejected = `## Rejected\n\nKnown methods that are not supported, answered with -32601: ${unsupported.map(inline).join(', ')}.\n`
  const helpers = new Registry(developmentMethods)
  return [
    introduction,
    ...sections,
    `${helpersIntroduction}\n${methodTable(helpers.methods, helpers.answering)}\n`,
    subscriptions,
    rejected,
    `${errorsIntroduction}\n${errorTable()}\n`,
  ].join('\n')
}

function methodTable(methods: readonly Method[], answering: readonly NamedMethod[]): string {
  return table(
    ['Method', 'Parameters', 'Result', 'Cost', ''],
    methods.map((method) => [
      namesOf(method, answering),
      method.params.map(parameterText).join(', ') || 'none',
      schemaText(method.result),
      String(method.cost),
      method.summary,
    ]),
  )
}

const inline = (text: string): string => `\`${text}\``

/** The names of a method, aliases included. */
function namesOf(method: Method, answering: readonly NamedMethod[]): string {
  const names = answering.filter((named) => named.method === method).map(({ name }) => name)
  return names.map(inline).join(', ')
}

function parameterText({ name, isRequired, schema }: Method['params'][number]): string {
  const text = `${name}: ${schemaText(schema)}`
  return isRequired ? text : `[${text}]`
}

/** A schema in a few words. */
function schemaText(schema: Json | undefined): string {
  if (!isSchema(schema)) return 'any'
  const {
    title,
    type,
    anyOf,
    allOf,
    enum: words,
    const: constant,
    items,
    properties,
    additionalProperties,
  } = schema
  if (typeof title === 'string') return title
  if (Array.isArray(anyOf)) return anyOf.map((option: Json) => schemaText(option)).join(' or ')
  if (Array.isArray(words)) return 'tag'
  if (type === 'array') return `array of ${schemaText(items)}`
  if (isSchema(properties)) return membersText(Object.keys(properties))
  if (isSchema(additionalProperties)) return `map of ${schemaText(additionalProperties)}`
  if (Array.isArray(allOf)) return 'object'
  if (constant !== undefined) return String(constant)
  return type === undefined ? 'any' : String(type)
}

const membersText = (names: readonly string[]): string =>
  names.length > maximumMembers ? 'object' : `{${names.join(', ')}}`

const isSchema = (value: Json | undefined): value is Schema => isJsonObject(value)

const errorTable = (): string =>
  table(
    ['Code', 'When'],
    Object.values(errorKinds).map(([code, meaning]) => [String(code), meaning]),
  )

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n')

const escaped = (cell: string): string => cell.replaceAll('|', '\\|')
