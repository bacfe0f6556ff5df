import { methods } from '../../../rpc/modules/methods.ts'
import { Registry } from '../../../rpc/registry/registry.ts'
import { suggestion } from '../../commandLine/nearest.ts'
import { text, type ValueType } from './valueTypes.ts'

/** Modules with the same methods. */
const twinModules: ReadonlyMap<string, string> = new Map([
  ['rsk', 'vendor'],
  ['vendor', 'rsk'],
])

const registry = new Registry(methods)
/** Every module, and every method under its first name. */
const names = [
  ...new Set([...registry.modules, ...twinModules.keys()]),
  ...registry.methods.map(({ name }) => name),
]
const known = new Set(names)

/** Methods that change the node for other clients. */
export const methodsThatNeedGrant: readonly string[] = registry.methods
  .filter(({ access }) => access === 'granted')
  .map(({ name }) => name)

/** A module (`evm`) or a method (`evm_mine`). */
export const methodOrModule: ValueType<string> = text('a module or a method', 'NAME', (name) => {
  if (known.has(name) || registry.find(name) !== undefined) return undefined
  return `there is no such module or method${suggestion(name, names)}`
})

/** Adds the aliases: `rsk_protocolVersion` implies `vendor_protocolVersion` and the reverse. */
export function underAllNames(given: readonly string[]): readonly string[] {
  const twins = given.flatMap((name) => {
    const [module = ''] = name.split('_', 1)
    const twin = twinModules.get(module)
    return twin === undefined ? [] : [`${twin}${name.slice(module.length)}`]
  })
  return [...new Set([...given, ...twins])]
}
