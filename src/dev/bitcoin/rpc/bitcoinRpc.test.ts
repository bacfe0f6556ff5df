import { readFileSync } from 'node:fs'
import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { decodePartialMerkleTree, readPartialMerkleTree } from '../../../bitcoin/blocks/partialMerkleTree.ts'
import { reversedBytes } from '../../../primitives/bytes.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import type { Json } from './arguments.ts'
import { openFundedRpc, openRpc } from './bitcoinRpc.cases.ts'
import { bitcoinMethods } from './bitcoinRpc.ts'

/** A transaction with one output whose script is so long that no block can hold it. */
const oversized = [
  `0100000001${'11'.repeat(32)}0000000000ffffffff`,
  `01${'00'.repeat(8)}fe80841e00${'51'.repeat(2_000_000)}00000000`,
].join('')
const unknownHash = '11'.repeat(32)
const burner = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'

describe("Bitcoin Core's JSON-RPC", () => {
  it('has the methods that docs/bitcoin.md lists', () => {
    const page = readFileSync(new URL('../../../../docs/bitcoin.md', import.meta.url), 'utf8')
    const table = page.split('| about | methods |')[1]?.split('\n\n')[0] ?? ''
    const listed = [...table.matchAll(/`([a-z]+)`/g)].map(([, name]) => name!)
    expect(listed.sort()).toEqual([...bitcoinMethods.keys()].sort())
  })

  it('answers in the form of the version that a request names', async () => {
    const { rpc } = await openRpc()
    const answer = async (request: Json) => {
      const { status, text } = await rpc.answer(JSON.stringify(request))
      return [status, text === '' ? '' : JSON.parse(text)]
    }
    expect(await answer({ id: 7, method: 'getblockcount' })).toEqual([200, { result: 0, error: null, id: 7 }])
    expect(await answer({ jsonrpc: '2.0', id: 'a', method: 'getblockcount', params: [] })).toEqual([
      200,
      { jsonrpc: '2.0', result: 0, id: 'a' },
    ])
    const missing = { code: -32601, message: 'Method not found' }
    expect(await answer({ jsonrpc: '1.0', id: 1, method: 'nothing' })).toEqual([
      404,
      { result: null, error: missing, id: 1 },
    ])
    expect(await answer({ jsonrpc: '2.0', id: 1, method: 'nothing' })).toEqual([
      200,
      { jsonrpc: '2.0', error: missing, id: 1 },
    ])
    expect(await answer({ jsonrpc: '2.0', method: 'getblockcount' })).toEqual([204, ''])
  })

  it('answers with a null id when the id of the request is nested', async () => {
    const { rpc } = await openRpc()
    const id = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const { text } = await rpc.answer(`{"method":"getblockcount","id":${id}}`)
    expect(JSON.parse(text)).toEqual({ result: 0, error: null, id: null })
  })

  it('does not disassemble scripts above the length that Bitcoin executes', async () => {
    const { result } = await openRpc()
    const words = async (length: number): Promise<unknown> => {
      const script = `fd${Buffer.from(Uint16Array.of(length).buffer).toString('hex')}${'51'.repeat(length)}`
      const raw = `0100000001${unknownHash}0000000000ffffffff01${'00'.repeat(8)}${script}00000000`
      const decoded = (await result('decoderawtransaction', raw)) as {
        vout: { scriptPubKey: { asm: string } }[]
      }
      return decoded.vout[0]!.scriptPubKey.asm
    }
    expect(await words(10_000)).toMatch(/^1( 1)+$/)
    expect(await words(10_001)).toBe('[error]')
  })

  it('answers batches in their order', async () => {
    const { rpc } = await openRpc()
    const batch = [
      { id: 1, method: 'getblockcount' },
      { id: 2, method: 'nothing' },
      { jsonrpc: '2.0', method: 'getblockcount' },
      5,
    ]
    const { status, text } = await rpc.answer(JSON.stringify(batch))
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual([
      { result: 0, error: null, id: 1 },
      { result: null, error: { code: -32601, message: 'Method not found' }, id: 2 },
      { result: null, error: { code: -32600, message: 'Invalid Request object' }, id: null },
    ])
    expect((await rpc.answer('[]')).text).toBe('[]\n')
    const long = Array.from({ length: 1001 }, () => ({ method: 'getblockcount' }))
    expect((await rpc.answer(JSON.stringify(long))).status).toBe(400)
  })

  it.each([
    ['{', 500, -32700, 'Parse error'],
    ['', 500, -32700, 'Parse error'],
    ['"text"', 500, -32700, 'Top-level object parse error'],
    ['{"id":1}', 400, -32600, 'Missing method'],
    ['{"id":1,"method":5}', 400, -32600, 'Method must be a string'],
    ['{"id":1,"method":"getblock","params":"x"}', 400, -32600, 'Params must be an array or object'],
  ])('refuses the body %s', async (body, status, code, message) => {
    const { rpc } = await openRpc()
    const answer = await rpc.answer(body)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text).error).toEqual({ code, message })
  })

  it('takes parameters by name', async () => {
    const { call } = await openRpc()
    expect((await call('getblockhash', { height: 0 })).result).toMatch(/^0f9188f1/)
    expect((await call('getblockhash', { args: [0] })).result).toMatch(/^0f9188f1/)
    expect((await call('getblockhash', { size: 0 })).error).toEqual({
      code: -8,
      message: 'Unknown named parameter size',
    })
    expect((await call('getblockhash', { args: [0], height: 0 })).error).toEqual({
      code: -8,
      message: 'Parameter height specified twice both as positional and named argument',
    })
  })

  const wrongType = (position: string, given: string, wanted: string) =>
    `Wrong type passed:\n{\n    "Position ${position}": "JSON value of type ${given} is not of expected type ${wanted}"\n}`
  const missingInput = `0200000001${unknownHash}0000000000ffffffff01e803000000000000160014${'00'.repeat(24)}`

  it.each<[string, Json[], number, string]>([
    [
      'getblockhash',
      [],
      -1,
      'getblockhash height\n\nReturns the hash of the block of the best chain at a height.\n',
    ],
    ['getblockcount', [1], -1, 'getblockcount\n\nReturns the height of the best chain.\n'],
    ['getblockhash', ['1'], -3, wrongType('1 (height)', 'string', 'number')],
    ['getblockhash', [1.5], -1, 'JSON integer out of range'],
    ['getblockhash', [5], -8, 'Block height out of range'],
    ['getblockhash', [-1], -8, 'Block height out of range'],
    ['getblock', ['abc'], -8, "blockhash must be of length 64 (not 3, for 'abc')"],
    ['getblock', ['z'.repeat(64)], -8, `blockhash must be hexadecimal string (not '${'z'.repeat(64)}')`],
    ['getblock', [unknownHash], -5, 'Block not found'],
    ['getblockheader', [unknownHash], -5, 'Block not found'],
    ['invalidateblock', [unknownHash], -5, 'Block not found'],
    [
      'getrawtransaction',
      [unknownHash],
      -5,
      'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
    ],
    ['gettransaction', [unknownHash], -5, 'Invalid or non-wallet transaction id'],
    ['decoderawtransaction', ['00'], -22, 'TX decode failed. Make sure the tx has at least one input.'],
    ['decoderawtransaction', [oversized], -22, 'TX decode failed. Make sure the tx has at least one input.'],
    ['sendrawtransaction', ['zz'], -22, 'TX decode failed. Make sure the tx has at least one input.'],
    ['sendrawtransaction', [missingInput], -25, 'bad-txns-inputs-missingorspent'],
    ['gettxoutproof', [[]], -8, "Parameter 'txids' cannot be empty"],
    ['gettxoutproof', [[unknownHash]], -5, 'Transaction not yet in block'],
    ['gettxoutproof', [[unknownHash, unknownHash]], -8, 'Invalid parameter, duplicated txid'],
    ['gettxout', [unknownHash, -1], -8, 'Invalid output index (negative)'],
    ['getnewaddress', ['', 'p2xx'], -5, "Unknown address type 'p2xx'"],
    ['dumpprivkey', ['nothing'], -5, 'Invalid Bitcoin address'],
    ['dumpprivkey', [burner], -4, `Private key for address ${burner} is not known`],
    ['importprivkey', ['nothing'], -5, 'Invalid private key encoding'],
    ['generatetoaddress', [1, 'nothing'], -5, 'Error: Invalid address'],
    ['generatetoaddress', [-1, burner], -8, 'nblocks must be between 0 and 10000, not -1'],
    ['sendtoaddress', ['nothing', 1], -5, 'Invalid Bitcoin address: nothing'],
    ['sendtoaddress', [burner, 0], -3, 'Invalid amount for send'],
    ['sendtoaddress', [burner, -1], -3, 'Amount out of range'],
    ['sendtoaddress', [burner, 21_000_001], -3, 'Amount out of range'],
    ['sendtoaddress', [burner, 'much'], -3, 'Invalid amount'],
    ['sendtoaddress', [burner, 0.000000001], -3, 'Invalid amount'],
    [
      'sendtoaddress',
      [burner, 1],
      -6,
      'Insufficient funds: 1.00000000 BTC and the fee are needed, the wallet can spend 0.00000000 BTC',
    ],
    ['listunspent', [1, 9, ['nothing']], -5, 'Invalid Bitcoin address: nothing'],
    ['listunspent', [1, 9, [burner, burner]], -8, 'Invalid parameter, duplicated address'],
    ['estimatesmartfee', [0], -8, 'Invalid conf_target, must be between 1 and 1008'],
    ['scantxoutset', ['go'], -8, "Invalid action 'go'"],
    ['scantxoutset', ['start', ['pk(00)']], -5, "'pk(00)' is not a valid descriptor function"],
    ['getbalance', ['x'], -32, 'dummy first argument must be excluded or set to "*".'],
    ['createrawtransaction', [[{ txid: unknownHash }], {}], -8, 'Invalid parameter, missing vout key'],
    ['createrawtransaction', [[], { nothing: 1 }], -5, 'Invalid Bitcoin address: nothing'],
    ['createrawtransaction', [[], { data: 'x' }], -8, "Data must be hexadecimal string (not 'x')"],
    [
      'signrawtransactionwithwallet',
      [missingInput, [], 'SOME'],
      -8,
      "'SOME' is not a valid sighash parameter.",
    ],
  ])('refuses %s%j with %i', async (method, params, code, message) => {
    const { call, failures } = await openRpc()
    const answer = await call(method, params)
    expect(answer.error).toEqual({ code, message })
    expect(answer.status).toBe(500)
    expect(failures).toEqual([])
  })

  it('refuses to invalidate the genesis block', async () => {
    const { call, text } = await openRpc()
    expect((await call('invalidateblock', [await text('getblockhash', 0)])).error?.code).toBe(-1)
  })

  it('shows blocks and transactions that bitcoinjs-lib decodes', async () => {
    const { result, text } = await openFundedRpc()
    const id = await text('sendtoaddress', await text('getnewaddress', '', 'bech32'), 1.5)
    expect(await result('getrawmempool')).toEqual([id])
    const [hash] = (await result('generatetoaddress', 1, burner)) as string[]
    const raw = await text('getrawtransaction', id)
    expect(Transaction.fromHex(raw).getId()).toBe(id)
    expect(await result('getrawtransaction', id, true)).toMatchObject({
      txid: id,
      hex: raw,
      blockhash: hash!,
      confirmations: 1,
      vout: expect.arrayContaining([expect.objectContaining({ value: 1.5 })]),
    })
    const header = await text('getblockheader', hash!, false)
    expect((await text('getblock', hash!, 0)).startsWith(header)).toBe(true)
    expect(await result('getblock', hash!)).toMatchObject({ height: 111, nTx: 2, bits: '207fffff' })
    expect(await result('getblock', hash!, 2)).toMatchObject({ tx: [{}, { txid: id, hex: raw }] })
    const proof = Buffer.from(await text('gettxoutproof', [id]), 'hex')
    expect(proof.toString('hex', 0, 80)).toBe(header)
    const tree = readPartialMerkleTree(decodePartialMerkleTree(proof.subarray(80))!)
    expect(tree?.matched.map((each) => toHexDigits(reversedBytes(each)))).toEqual([id])
    expect(await result('getblockchaininfo')).toMatchObject({
      chain: 'regtest',
      blocks: 111,
      bestblockhash: hash,
    })
  })

  it('shows outputs and balances', async () => {
    const { result, text } = await openFundedRpc()
    expect(await result('getbalance')).toBe(500)
    const address = await text('getnewaddress', 'savings', 'p2sh-segwit')
    const id = await text('sendtoaddress', address, 2)
    expect(await result('listunspent', 1, 9_999_999, [address])).toEqual([])
    expect(await result('listunspent', 0, 9_999_999, [address])).toMatchObject([{ txid: id, amount: 2 }])
    await result('generatetoaddress', 1, burner)
    const [coin] = (await result('listunspent', 1, 9_999_999, [address])) as { vout: number }[]
    expect(coin).toMatchObject({ txid: id, amount: 2, label: 'savings', confirmations: 1 })
    expect(await result('gettxout', id, coin!.vout)).toMatchObject({ value: 2, scriptPubKey: { address } })
    expect(await result('gettxout', id, 9)).toBe(null)
  })

  it('makes, signs and sends a transaction', async () => {
    const { result, text, call } = await openFundedRpc()
    const [coin] = (await result('listunspent')) as {
      txid: string
      vout: number
      scriptPubKey: string
      amount: number
    }[]
    const raw = await text(
      'createrawtransaction',
      [{ txid: coin!.txid, vout: coin!.vout }],
      [{ [burner]: 49.999 }, { data: 'cafe' }],
    )
    const signed = await result('signrawtransactionwithwallet', raw)
    expect(signed).toMatchObject({ complete: true })
    const stranger = await openRpc()
    const output = {
      txid: coin!.txid,
      vout: coin!.vout,
      scriptPubKey: coin!.scriptPubKey,
      amount: coin!.amount,
    }
    expect(await stranger.result('signrawtransactionwithwallet', raw, [output])).toMatchObject({
      complete: false,
      errors: [{ error: 'Unable to sign input, invalid stack size (possibly missing key)' }],
    })
    const { hex } = signed as { hex: string }
    const id = await text('sendrawtransaction', hex)
    expect(await text('sendrawtransaction', hex)).toBe(id)
    await result('generatetoaddress', 1, burner)
    expect((await call('sendrawtransaction', [hex])).error).toEqual({
      code: -27,
      message: 'Transaction already in block chain',
    })
  })

  it('imports a private key with the coins of its addresses', async () => {
    const first = await openFundedRpc()
    const address = await first.text('getnewaddress', '', 'bech32')
    const key = await first.text('dumpprivkey', address)
    const { result } = await openRpc()
    await result('generatetoaddress', 101, address)
    expect(await result('getbalance')).toBe(0)
    await result('importprivkey', key)
    expect(await result('getbalance')).toBe(50)
  })

  it('invalidates blocks', async () => {
    const { result, text } = await openFundedRpc()
    const tip = await text('getbestblockhash')
    await result('invalidateblock', tip)
    expect(await result('getblockcount')).toBe(109)
    expect(await result('getblockheader', tip)).toMatchObject({ confirmations: -1 })
  })

  it.each(['getnetworkinfo', 'listwallets'])('answers %s', async (method) => {
    const { result } = await openRpc()
    expect(await result(method)).not.toBe(null)
  })
})
