// Headers that another process serves: `headersProcess.ts mainnet COUNT` real ones, `headersProcess.ts local COUNT` mined here.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { headerJson, mainnetHeaders } from '../../src/light/scriptedChain.cases.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { BlockIndex } from '../../src/protocol/blockIndex.cases.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { decodeHeader } from '../../src/protocol/headers/decode.ts'
import { encodeHeader } from '../../src/protocol/headers/encode.ts'
import { localBlock } from '../../src/protocol/localBlocks.cases.ts'
import { mainnet, regtest } from '../../src/protocol/networks/definitions.ts'
import { reportChain } from './servedChain.ts'

/** Newest blocks that the rule of fork detection looks at. */
const neededBlocks = 500

const [kind, count, form] = process.argv.slice(2)
const isMainnet = kind === 'mainnet'
const encoded = isMainnet
  ? mainnetHeaders.slice(0, Number(count)).map((header) => Buffer.from(encodeHeader(header)))
  : localHeaders(Number(count))
const firstNumber = isMainnet ? mainnetHeaders[0]!.number : 0
const network = isMainnet ? mainnet : regtest

/** Encoded headers of a chain of blocks without transactions. */
function localHeaders(length: number): Buffer[] {
  let blocks = [genesisBlock(regtest)]
  let index = new BlockIndex(blocks)
  const headers = [Buffer.from(encodeHeader(blocks[0]!.header))]
  while (headers.length < length) {
    const block = localBlock(blocks.at(-1)!, index)
    index.add(block)
    blocks.push(block)
    headers.push(Buffer.from(encodeHeader(block.header)))
    if (blocks.length < 4 * neededBlocks) continue
    blocks = blocks.slice(-neededBlocks)
    index = new BlockIndex(blocks)
  }
  return headers
}

interface Asked {
  readonly id: unknown
  readonly method: string
  readonly params: readonly [string]
}

function answer({ id, method, params: [name] }: Asked): object {
  const isRaw = method === 'debug_getRawHeader'
  if ((isRaw && form === 'json') || (!isRaw && !method.startsWith('eth_getBlockBy')))
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'the method does not exist' } }
  const position =
    name === 'latest' ? encoded.length - 1 : name.length === 66 ? 0 : Number(name) - firstNumber
  const bytes = encoded[position]
  if (bytes === undefined) return { jsonrpc: '2.0', id, result: null }
  const result = isRaw
    ? `0x${bytes.toString('hex')}`
    : headerJson(decodeHeader(fromHex(toHex(bytes)), network))
  return { jsonrpc: '2.0', id, result }
}

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    const body: Asked | Asked[] = JSON.parse(text)
    response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body)))
  })
})
server.listen(0, '127.0.0.1', () => {
  const { hash } = decodeHeader(encoded[0]!, network)
  const { port } = server.address() as AddressInfo
  reportChain({ url: `http://127.0.0.1:${port}`, word: toHex(hash) })
})
