import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RpcError } from '../errors/errors.ts'
import { idOf, parseBody, readRequest } from './request.ts'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

it('JSON is parsed unless it is nested too deeply', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 1, max: 9 }), (value, depth) => {
      const parsed = parseBody(JSON.stringify(value), depth)
      if (depthOf(value) > depth) expect(parsed).toBeInstanceOf(RpcError)
      else expect(parsed).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

it('brackets and escapes in strings do not count', () => {
  const value = { 'a"[{': '[[[[\\"[[[', b: ['\\'] }
  expect(parseBody(JSON.stringify(value), 2)).toEqual(value)
})

it('a text whose objects have too many members is an error, whatever its strings contain', () => {
  const withMembers = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, '":":'])))
  expect(parseBody(withMembers(20_000), 64)).not.toBeInstanceOf(RpcError)
  const tooMany = {
    code: -32600,
    message: 'invalid request: objects have more than 20000 members',
  }
  expect(parseBody(withMembers(20_001), 64)).toMatchObject(tooMany)
  expect(parseBody(`[${withMembers(10_000)},{"b":${withMembers(10_000)}}]`, 64)).toMatchObject(tooMany)
})

it('a text with too many values is an error, whatever its strings contain', () => {
  const tooMany = { code: -32600, message: 'invalid request: more than 50000 values' }
  const withValues = (count: number) => JSON.stringify(new Array(count).fill(',[\\"'))
  expect(parseBody(withValues(50_000), 64)).not.toBeInstanceOf(RpcError)
  expect(parseBody(withValues(50_001), 64)).toMatchObject(tooMany)
  expect(parseBody(`[${'[],'.repeat(25_000)}[]]`, 64)).toMatchObject(tooMany)
})

it('an id of more than 256 characters is an invalid request, whose answer has the id null', () => {
  const requestWith = (id: string) =>
    readRequest(parseBody(`{"id":${id},"method":"test"}`, 64), () => undefined)
  const longest = 'x'.repeat(256)
  expect(requestWith(`"${longest}"`)).toMatchObject({ id: longest, problem: undefined })
  for (const id of [`"${longest}x"`, '1'.repeat(257)]) {
    const { id: answered, problem } = requestWith(id)
    expect([answered, problem?.message]).toEqual([null, 'invalid request: id is longer than 256 characters'])
    expect(idOf({ id: answered })).toBeNull()
  }
  expect(idOf({ id: `${longest}x` })).toBeNull()
})

it('text that is not JSON is an error', () => {
  for (const text of ['', ' ', '{', '{"a":1}x', "{'a':1}", '"', '"\\', '[1,]', 'undefined']) {
    expect(parseBody(text, 64)).toMatchObject({ code: -32700 })
  }
})

it('a byte order mark is ignored', () => {
  expect(parseBody('\ufeff{}', 64)).toEqual({})
})

it('parsing takes linear time for any text', () => {
  // Each of these takes minutes if it is scanned again from every quote.
  const length = 2_000_000
  const texts = [
    `"${'\\"'.repeat(length)}`,
    '"'.repeat(length),
    '["'.repeat(length),
    '['.repeat(length),
    `{"id"${' '.repeat(length)}`,
    `"id":${'1'.repeat(length)}${' '.repeat(length)}`,
    `"id":${'1'.repeat(20)} `.repeat(length / 20),
  ]
  for (const text of texts) expect(parseBody(text, 64)).toBeInstanceOf(RpcError)
})
