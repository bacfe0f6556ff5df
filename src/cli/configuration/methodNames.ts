import { methods } from '../../rpc/modules/methods.ts'
import { Registry } from '../../rpc/registry/registry.ts'
import { suggestion } from '../nearest.ts'
import { text, type ValueType } from './valueTypes.ts'

/** The same methods answer under both. */
const twinModules: ReadonlyMap<string, string> = new Map([
  ['rsk', 'vendor'],
  ['vendor', 'rsk'],
])

const registry = new Registry(methods)
/** Every method under its first name, and every module. */
const names = [
  ...new Set([...registry.modules, ...twinModules.keys()]),
  ...registry.methods.map(({ name }) => name),
]
const known = new Set(names)

/** A module (`evm`) or a method (`evm_mine`). */
export const methodOrModule: ValueType<string> = text('a module or a method', 'NAME', (name) => {
  if (known.has(name) || registry.find(name) !== undefined) return undefined
  return `there is no such module or method${suggestion(name, names)}`
})

/** Names with their twins: whoever means `rsk_protocolVersion` means `vendor_protocolVersion`. */
export function underAllNames(given: readonly string[]): readonly string[] {
  const twins = given.flatMap((name) => {
    const [module = ''] = name.split('_', 1)
    const twin = twinModules.get(module)
    return twin === undefined ? [] : [`${twin}${name.slice(module.length)}`]
  })
  return [...new Set([...given, ...twins])]
}
