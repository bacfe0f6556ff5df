import { describe, expect, it } from 'vitest'
import { openWorld, type RpcWorldOptions } from '../../../answering/rpcWorld.cases.ts'
import { inProcess, unboundedAnswer } from '../../envelope/answerContext.ts'
import { isJsonObject, type Json } from '../../json/json.ts'
import { textOf } from '../../json/piece.ts'

type Members = { readonly [member: string]: Json }

const objectsIn = (value: Json | undefined): Members[] => {
  if (!Array.isArray(value)) throw new Error(`${JSON.stringify(value)} is not a list`)
  return value.map((item: Json) => {
    if (!isJsonObject(item)) throw new Error(`${JSON.stringify(item)} is not an object`)
    return item
  })
}

async function discover(options: RpcWorldOptions = {}) {
  const world = await openWorld(options)
  const document = await world.result('rpc.discover')
  if (!isJsonObject(document)) throw new Error('the document is not an object')
  const { methods, components } = document
  return { document, components, methods: objectsIn(methods) }
}

describe('rpc.discover', () => {
  it('is an OpenRPC document with all required members and no unknown ones', async () => {
    const { document, methods } = await discover()
    expect(document).toMatchObject({
      openrpc: expect.stringMatching(/^1\.3\.\d+$/),
      info: { title: expect.any(String), version: 'Cambium/test' },
      components: { errors: expect.any(Object) },
    })
    const known = [
      ...['name', 'summary', 'description', 'tags', 'paramStructure', 'params', 'result'],
      'x-cost',
    ]
    for (const method of methods) {
      expect(Object.keys(method).filter((member) => !known.includes(member))).toEqual([])
      expect(method).toMatchObject({
        name: expect.stringMatching(/^[a-z0-9]+[._]\w+$/),
        summary: expect.any(String),
        paramStructure: 'by-position',
        result: { name: expect.any(String), schema: expect.any(Object) },
      })
    }
  })

  it('names each method once, and parameters once in each, required ones first', async () => {
    const { methods } = await discover()
    const names = methods.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, params } of methods) {
      const parameters = objectsIn(params)
      for (const parameter of parameters) {
        expect(parameter).toEqual({
          name: expect.any(String),
          required: expect.any(Boolean),
          schema: expect.any(Object),
        })
      }
      expect(new Set(parameters.map(({ name: parameter }) => parameter)).size).toBe(parameters.length)
      const flags = parameters.map(({ required }) => required)
      expect(flags, String(name)).toEqual(flags.toSorted((a, b) => Number(b) - Number(a)))
    }
  })

  it('describes every code of an error', async () => {
    const { components } = await discover()
    const { errors } = Object(components)
    for (const { code, message } of Object.values<Members>(errors)) {
      expect(Number.isInteger(code)).toBe(true)
      expect(message).toEqual(expect.any(String))
    }
    expect(errors).toMatchObject({ virtualMachine: { code: -32015 }, invalidKey: { code: -32020 } })
  })

  it('lists aliases, and only enabled methods', async () => {
    const { methods } = await discover({ disabled: ['evm', 'eth_sign'] })
    const names = methods.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['rsk_protocolVersion', 'vendor_protocolVersion', 'rpc.discover']),
    )
    expect(names.filter((name) => /^(evm_|eth_sign$|db_|shh_)/.test(String(name)))).toEqual([])
  })

  it('is disabled with its module', async () => {
    const world = await openWorld({ disabled: ['rpc'] })
    expect(await world.error('rpc.discover')).toEqual({
      code: -32601,
      message: 'the method rpc.discover does not exist/is not available',
    })
  })

  it('is written once, and the answers of a batch share its bytes', async () => {
    const { service } = await openWorld()
    const { envelope } = service
    const one = { jsonrpc: '2.0', id: 1, method: 'rpc.discover', params: [] }
    const context = inProcess({ name: 'alice' }, unboundedAnswer)
    const batch = Array.from({ length: 12 }, () => one)
    const answer = await envelope.answer(envelope.read(batch, context.limits), context)
    if (typeof answer === 'string' || answer instanceof Uint8Array) throw new Error('the answers are joined')
    const texts: string[] = []
    const buffers = new Set<ArrayBufferLike>()
    for await (const piece of answer) {
      texts.push(textOf(piece))
      if (piece.length > 100_000 && typeof piece !== 'string') buffers.add(piece.buffer)
    }
    expect(buffers.size).toBe(1)
    const answers = JSON.parse(texts.join(''))
    expect(answers).toHaveLength(12)
    expect(answers[11].result.openrpc).toBe(answers[0].result.openrpc)
  })
})
