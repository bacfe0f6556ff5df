import { Buffer } from '../../platform/buffer.ts'
import { type Method, moduleOf } from '../method/method.ts'
import type { ServiceDescription } from '../method/rpcContext.ts'
import { type NamedMethod, openRpcDocument } from './openRpc.ts'

/** Modules that answer under a second name as well: the neutral word for the chain's own prefix. */
const moduleAliases: Readonly<Record<string, string>> = { rsk: 'vendor' }

export interface RegistryOptions {
  /** Modules (`evm`) and methods (`evm_mine`) that are switched off. */
  readonly disabled?: Iterable<string>
  /** Names that are known but never answered. */
  readonly unsupported?: Iterable<string>
  /** Methods that are found, but not described. */
  readonly internal?: readonly Method[]
}

/** Undefined for an unknown name. */
export type FoundMethod<Found = Method> = Found | 'unavailable' | undefined

/** The methods by name. */
export class Registry implements ServiceDescription {
  readonly #methods = new Map<string, Method | 'unavailable'>()
  readonly #internal: ReadonlyMap<string, Method>
  #openRpc: Uint8Array | undefined

  constructor(
    methods: Iterable<Method>,
    { disabled = [], unsupported = [], internal = [] }: RegistryOptions = {},
  ) {
    this.#internal = new Map(internal.map((method) => [method.name, method]))
    const off = new Set(disabled)
    for (const name of unsupported) this.#methods.set(name, 'unavailable')
    for (const method of methods) {
      for (const name of [method.name, ...method.aliases].flatMap(namesOf)) {
        if (this.#methods.has(name)) throw new Error(`the method ${name} is defined twice`)
        this.#methods.set(name, off.has(moduleOf(name)) || off.has(name) ? 'unavailable' : method)
      }
    }
  }

  find(name: string): FoundMethod {
    return this.#methods.get(name) ?? this.#internal.get(name)
  }

  answers(name: string): boolean {
    const method = this.#methods.get(name)
    return method !== undefined && method !== 'unavailable'
  }

  /** Methods that answer, under each of their names. */
  get answering(): readonly NamedMethod[] {
    return [...this.#methods].flatMap(([name, method]) =>
      method === 'unavailable' ? [] : [{ name, method }],
    )
  }

  /** Methods that answer, each under its first name. */
  get methods(): readonly Method[] {
    return this.answering.flatMap(({ name, method }) => (method.name === name ? [method] : []))
  }

  /** Modules with a method that answers. */
  get modules(): readonly string[] {
    return [...new Set(this.methods.map(({ name }) => moduleOf(name)))]
  }

  /** The methods never change, so the document is written once, and all answers share its bytes. */
  openRpc(clientVersion: string): Uint8Array {
    this.#openRpc ??= Buffer.from(JSON.stringify(openRpcDocument(this.answering, clientVersion)))
    return this.#openRpc
  }
}

function namesOf(name: string): string[] {
  const module = moduleOf(name)
  const alias = moduleAliases[module]
  return alias === undefined ? [name] : [name, `${alias}${name.slice(module.length)}`]
}
