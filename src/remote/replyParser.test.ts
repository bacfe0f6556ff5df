import { describe, expect, it } from 'vitest'
import { NodeFailure } from './nodeFailure.ts'
import { ReplyParser } from './replyParser.ts'

/** The events of a parser for bytes that arrive in parts of a size. */
function parsed(text: string, partSize: number, maximumBody = 100, isOfOthers = false) {
  const bodies: string[] = []
  const ends: (string | undefined)[] = []
  let status = 0
  const parser = new ReplyParser(
    {
      head: (received) => {
        status = received
      },
      data: (bytes) => void bodies.push(bytes.toString()),
      end: (trailers) => void ends.push(trailers?.get('x-cambium-work')),
    },
    maximumBody,
    undefined,
    isOfOthers,
  )
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += partSize) parser.feed(bytes.subarray(at, at + partSize))
  parser.finish()
  return { status, body: bodies.join(''), ends }
}

const plain = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'
const chunked =
  'HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\nx-cambium-work: 1,2,3,\r\n\r\n'

describe('the parser of replies', () => {
  it.each([1, 2, 7, 1_000])('reads bodies with a length and in chunks, in parts of %i bytes', (partSize) => {
    expect(parsed(plain, partSize)).toEqual({ status: 200, body: 'hello', ends: [undefined] })
    expect(parsed(chunked, partSize)).toEqual({ status: 503, body: 'hello', ends: ['1,2,3,'] })
    const empty = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
    expect(parsed(empty, partSize)).toEqual({ status: 200, body: '', ends: [undefined] })
  })

  it.each([
    ['another version', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['no status', 'nonsense\r\n\r\n'],
    ['a head without an end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}`],
    ['no length', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['an encoded body', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 1\r\n\r\n'],
    ['a long body', 'HTTP/1.1 200 OK\r\ncontent-length: 101\r\n\r\n'],
    ['long chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffff\r\n'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nsize\r\n'],
    ['a chunk without an end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nxyz'],
    ['more than one reply', `${plain}${plain}`],
  ])('refuses %s', (_, text) => {
    expect(() => parsed(text, 1_000)).toThrow(NodeFailure)
  })

  describe('of servers of others', () => {
    it.each([
      ['an older version', 'HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nhello'],
      ['a body that ends with the connection', 'HTTP/1.1 200 OK\r\n\r\nhello'],
      ['interim replies', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: x\r\n\r\n${plain}`],
      ['repeated headers', plain.replace('\r\n', '\r\nconnection: keep-alive\r\nconnection: te\r\n')],
      [
        'chunks with extensions',
        'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n5 ;a=b\r\nhello\r\n0;c\r\n\r\n',
      ],
    ])('reads %s', (_, text) => {
      for (const partSize of [1, 7, 1_000])
        expect(parsed(text, partSize, 100, true)).toMatchObject({
          status: 200,
          body: 'hello',
          ends: [undefined],
        })
    })

    it('knows that some replies have no body', () => {
      const reply = 'HTTP/1.1 204 No Content\r\n\r\n'
      expect(parsed(reply, 1_000, 100, true)).toEqual({ status: 204, body: '', ends: [undefined] })
    })

    it.each([
      ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
      ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n'],
      ['an encoded body', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'],
      ['a long body that ends with the connection', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(101)}`],
      ['another protocol', 'ICY 200 OK\r\n\r\n'],
    ])('refuses %s', (_, text) => {
      expect(() => parsed(text, 1_000, 100, true)).toThrow(NodeFailure)
    })
  })
})
