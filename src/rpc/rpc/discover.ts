import type { Json } from '../json.ts'
import { defineMethod, type Method } from '../method.ts'
import { type NamedMethod, openRpcDocument } from '../openRpc.ts'
import * as schema from '../schema.ts'

/** Describes the methods of a registry, itself included; the description is made once. */
export function rpcDiscover(answering: () => readonly NamedMethod[]): Method {
  let document: Json | undefined
  return defineMethod({
    name: 'rpc.discover',
    summary: 'Every method that answers, with its parameters and result, as an OpenRPC document.',
    params: [],
    result: schema.objectWith({
      openrpc: schema.text,
      info: schema.objectWith({}),
      methods: schema.arrayOf(schema.objectWith({})),
    }),
    cost: 20,
    handler(_, { settings }) {
      document ??= openRpcDocument(answering(), settings.clientVersion)
      return document
    },
  })
}
