import type { ContractArtifact, SourceFile } from '../../../node/local/callLog/contractArtifact.ts'
import { isJsonObject, type Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { boolean } from '../../params/text.ts'
import { argument, defineDevelopmentMethod, optionalArgument } from './developmentChain.ts'

/** Maximum characters of all sources of one answer. */
const maximumSourceLength = 4 << 20

export const devGetContract = defineDevelopmentMethod({
  name: 'dev_getContract',
  summary:
    'The compiled contract (`--artifacts`) whose code an account has, compared without metadata, immutable values and addresses of libraries; with its sources on request. Null for other accounts.',
  params: [argument('address', address), optionalArgument('withSources', boolean, false)],
  result: schema.nullable(
    schema.objectWith({ name: schema.text, path: schema.text, abi: schema.arrayOf(schema.objectWith({})) }),
  ),
  cost: 10,
  effect: 'asks-node',
  handler([account, withSources], development) {
    const contract = development.contractAt(account)
    if (contract === undefined) return null
    const { name, path, compilerAbi } = contract
    return { name, path, abi: asJson(compilerAbi), ...(withSources && { sources: sourcesOf(contract) }) }
  },
})

/** The source files of a contract's code, its own file first. */
function sourcesOf({ path, sources, deployed, creation }: ContractArtifact): Json {
  const numbers = new Set([...filesIn(deployed.sourceMap), ...filesIn(creation.sourceMap)])
  const isOwn = (file: SourceFile): boolean => file.path === path
  const used = [...sources].flatMap(([number, file]) =>
    file.content !== '' && (isOwn(file) || numbers.has(number)) ? [file] : [],
  )
  let left = maximumSourceLength
  return used
    .sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
    .flatMap(({ path: name, content }) => {
      left -= content.length
      return left < 0 ? [] : [{ path: name, content }]
    })
}

/** The compiler's numbers of the files in a source map, whose entries are `start:length:file:jump:depth`. */
const filesIn = (sourceMap = ''): number[] =>
  sourceMap.split(';').flatMap((entry) => {
    const file = entry.split(':')[2]
    return file === undefined || file === '' ? [] : [Number(file)]
  })

/** A value that was read from a JSON file. */
function asJson(value: unknown): Json {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(asJson)
  if (!isJsonObject(value)) return null
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member)]))
}
