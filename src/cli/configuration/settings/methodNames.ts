import { suggestion } from '../../../primitives/nearest.ts'
import { methods } from '../../../rpc/modules/methods.ts'
import { Registry } from '../../../rpc/registry/registry.ts'
import { text, type ValueType } from '../../../settings/valueTypes.ts'

/** Modules with the same methods. */
const twinModules: ReadonlyMap<string, string> = new Map([
  ['rsk', 'vendor'],
  ['vendor', 'rsk'],
])

let loaded: Registry | undefined

/** Made for the first setting that names a method: most starts have none. */
function registry(): Registry {
  loaded ??= new Registry(methods)
  return loaded
}

/** Every module, and every method under its first name. */
const knownNames = (): string[] => [
  ...new Set([...registry().modules, ...twinModules.keys()]),
  ...registry().methods.map(({ name }) => name),
]

/** Methods that change the node for other clients. */
export const methodsThatNeedGrant = (): readonly string[] =>
  methods.filter(({ access }) => access === 'granted').map(({ name }) => name)

/** A module (`evm`) or a method (`evm_mine`). */
export const methodOrModule: ValueType<string> = text('a module or a method', 'NAME', (name) => {
  if (registry().find(name) !== undefined) return undefined
  const names = knownNames()
  return names.includes(name) ? undefined : `there is no such module or method${suggestion(name, names)}`
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
