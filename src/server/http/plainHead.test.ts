import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parsePlainHead } from './plainHead.ts'

const usual = [
  'POST /mainnet/key?x=1 HTTP/1.1',
  'Host: localhost:4444',
  'Content-Type: application/json',
  'Content-Length: 4',
]

describe('a plain head', () => {
  it('is parsed with names in lower case and unchanged values', () => {
    const head = [...usual, 'X-Odd:a  b', 'x-empty: '].join('\r\n')
    const bodyStart = `${head}\r\n\r\n`.length
    expect(parsePlainHead(head)).toEqual({
      method: 'POST',
      url: '/mainnet/key?x=1',
      headers: {
        host: 'localhost:4444',
        'content-type': 'application/json',
        'content-length': '4',
        'x-odd': 'a  b',
        'x-empty': '',
      },
      bodyStart,
      end: bodyStart + 4,
    })
  })

  it('needs no length if it is that of a GET', () => {
    const [, host] = usual
    const { method, bodyStart, end } = parsePlainHead(['GET /health HTTP/1.1', host].join('\r\n')) ?? {}
    expect([method, end]).toEqual(['GET', bodyStart])
    expect(parsePlainHead(['POST / HTTP/1.1', host].join('\r\n'))).toBeUndefined()
  })

  it.each([
    ['another method', 'HEAD / HTTP/1.1', []],
    ['another version', 'POST / HTTP/1.0', []],
    ['a whole address', 'POST http://localhost/ HTTP/1.1', []],
    ['two lengths', usual[0]!, ['content-length: 4']],
    ['the same name twice', usual[0]!, ['host: other']],
    ['a length with a sign', usual[0]!, ['content-length: +4']],
    ['a body in chunks', usual[0]!, ['transfer-encoding: chunked']],
    ['a question before the body', usual[0]!, ['expect: 100-continue']],
    ['another protocol', usual[0]!, ['upgrade: websocket']],
    ['the end of the connection', usual[0]!, ['connection: close']],
    ['a folded line', usual[0]!, ['x-a: b', ' c']],
    ['a space before the colon', usual[0]!, ['x-a : b']],
    ['a bare line feed', usual[0]!, ['x-a: b\nx-c: d']],
    ['a character beyond ASCII', usual[0]!, ['x-a: \xe9']],
    ['a control character', usual[0]!, ['x-a: \x00']],
    ['a line without a name', usual[0]!, [': b']],
    ['space behind a value', usual[0]!, ['x-a: b ']],
    ['a tab', usual[0]!, ['x-a:\tb']],
  ])('does not have %s', (_, first, more) => {
    expect(parsePlainHead([first, ...usual.slice(1), ...more].join('\r\n'))).toBeUndefined()
  })

  it('accepts headers with the names of object members', () => {
    const { headers } = parsePlainHead([...usual, '__proto__: x', 'constructor: y'].join('\r\n')) ?? {}
    expect([headers?.['constructor'], headers?.['content-length']]).toEqual(['y', '4'])
  })
})

/** How Node reads one request; undefined when Node refuses it. */
async function readByNode(port: number, requests: AsyncIterator<IncomingMessage[]>, text: string) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(text, 'latin1')
  const answered = once(socket, 'data').then(() => undefined)
  const request = await Promise.race([requests.next().then(({ value }) => value[0]), answered])
  socket.destroy()
  return request
}

it('Node reads every plain head in the same way', async () => {
  const server = createServer({ requireHostHeader: false }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const piece = fc.constantFrom(
    '\r',
    '\n',
    ':',
    ' ',
    '\t',
    'é',
    '\0',
    'a',
    ',',
    '4',
    'host',
    'content-length: 4\r\n',
  )
  const mutation = fc.tuple(fc.nat(usual.join('\r\n').length), fc.nat(3), piece)
  let plain = 0
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      const head = mutations.reduce(
        (text, [at, length, insert]) => text.slice(0, at) + insert + text.slice(at + length),
        usual.join('\r\n'),
      )
      const read = head.includes('\r\n\r\n') ? undefined : parsePlainHead(head)
      if (read === undefined) return
      plain++
      const requests = (async function* () {
        yield (await once(server, 'request')) as IncomingMessage[]
      })()
      const request = await readByNode(port, requests, `${head}\r\n\r\n`)
      expect([request?.url, request?.headers]).toEqual([read.url, { ...read.headers }])
    }),
    { numRuns: 300 },
  )
  expect(plain).toBeGreaterThan(20)
})
