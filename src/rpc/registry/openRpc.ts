import { errorKinds } from '../errors/errorCodes.ts'
import type { Json } from '../json/json.ts'
import type { Method } from '../method/method.ts'

/** A method under one of the names that it answers to. */
export interface NamedMethod {
  readonly name: string
  readonly method: Method
}

const specificationVersion = '1.3.2'

/** The service described as OpenRPC asks for (spec.open-rpc.org), for tools that make clients and documentation. */
export function openRpcDocument(methods: readonly NamedMethod[], version: string): Json {
  return {
    openrpc: specificationVersion,
    info: { title: 'Cambium', description: 'JSON-RPC of a Rootstock node.', version },
    methods: methods.map(methodObject),
    components: { errors: errorObjects() },
  }
}

function methodObject({ name, method }: NamedMethod): { readonly [member: string]: Json } {
  const { summary, params, result, cost } = method
  return {
    name,
    summary,
    ...(name !== method.name && { description: `The same as ${method.name}.` }),
    tags: [{ name: name.slice(0, name.search(/[._]/)) }],
    paramStructure: 'by-position',
    params: params.map(({ name: parameter, isRequired, schema }) => ({
      name: parameter,
      required: isRequired,
      schema,
    })),
    result: { name: 'result', schema: result },
    'x-cost': cost,
  }
}

const errorObjects = (): { readonly [kind: string]: Json } =>
  Object.fromEntries(Object.entries(errorKinds).map(([kind, [code, message]]) => [kind, { code, message }]))
