import { gzipSync } from 'node:zlib'
import type { GoldenCase } from '../goldenCases.ts'
import { chainIdRequest } from '../wholeRequest.ts'
import { type HttpAnswers, httpAnswers } from './httpAnswers.ts'

/** The bytes sent over one connection and the recorded answers. */
export interface RecordedExchange {
  readonly sent: Buffer
  readonly answers: HttpAnswers
}

/** Bodies that are not text and were not recorded as bytes. */
const binaryBodies: Readonly<Record<string, Buffer>> = {
  'transport/request-gzip-body': gzipSync(chainIdRequest),
  'transport/invalid-utf8': Buffer.from(chainIdRequest.replace('"id":1', '"id":"\xff\xfe"'), 'latin1'),
  'transport/utf16-body': Buffer.from(chainIdRequest, 'utf16le'),
  'transport/utf16be-bom-body': Buffer.from(`\ufeff${chainIdRequest}`, 'utf16le').swap16(),
}

const noAnswer = '(nothing came back)'
/** Lines of 300 characters or more were recorded in part; 10,000 more characters restore them. */
const cutLine = 300
const longLine = 10_000

/** The example in section 1.3 of RFC 6455. */
const webSocketHead = [
  'Host: localhost',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
]

export function recordedExchange(recorded: GoldenCase): RecordedExchange {
  const { case: name, notes = [], request, response } = recorded
  const received = linesAfter('< ', notes).filter((line) => line !== noAnswer)
  const isClosed = notes.includes('connection closed by the server')
  return {
    sent: Buffer.concat([sentHead(recorded), binaryBodies[name] ?? Buffer.from(unescaped(request ?? ''))]),
    answers: httpAnswers(
      [...received, '', unescaped(response ?? '')].join('\r\n'),
      isClosed ? 'closed' : 'open',
    ),
  }
}

function sentHead({ case: name, notes = [] }: GoldenCase): Buffer {
  const lines = linesAfter('> ', notes)
  // A TLS hello is binary.
  if (name === 'transport/tls-hello') return Buffer.from(bytesOf(lines.join('')), 'latin1')
  const head = name.startsWith('websocket/') ? upgradeHead(notes[0] ?? '') : lines.map(lengthened)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n`)
}

/** Builds the head from a method, a path and at most one header. */
function upgradeHead(note: string): string[] {
  const [method, path, ...header] = note.trim().split(' ')
  return [`${method} ${path} HTTP/1.1`, ...webSocketHead, ...(header.length > 0 ? [header.join(' ')] : [])]
}

const linesAfter = (mark: string, notes: readonly string[]): string[] =>
  notes.filter((note) => note.startsWith(mark)).map((note) => note.slice(mark.length))

const lengthened = (line: string): string =>
  line.length < cutLine ? line : line.replace('a', 'a'.repeat(longLine))

/** Line ends were recorded as escapes. */
const unescaped = (text: string): string => text.replace(/\\r/g, '\r').replace(/\\n/g, '\n')

const bytesOf = (text: string): string =>
  text.replace(/\\x([0-9a-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
