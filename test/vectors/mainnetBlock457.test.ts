import { beforeAll, describe, expect, it } from 'vitest'
import { BitcoinHeader, bitcoinHeaderLength } from '../../src/bitcoin/blocks/bitcoinHeader.ts'
import { BitcoinChain } from '../../src/bridge/bitcoinChain/chain.ts'
import { bridgeCall, callBridge, contextOf, inputFor, integerOf } from '../../src/bridge/bridgeWorld.cases.ts'
import { mainnetBridge } from '../../src/bridge/constants/mainnet.ts'
import { memberAccount } from '../../src/bridge/federation/member.ts'
import { arrayOf, bytes } from '../../src/native/abi/types.ts'
import { emptyState } from '../../src/native/nativeWorld.cases.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { realFile } from '../../src/primitives/recordings.cases.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'

/* The first call of a federation member on mainnet, in block 457. */

const input = realFile('mainnet-block-457-receiveHeaders-calldata.bin')
const height = 457
const federator = memberAccount(mainnetBridge.genesisFederation.members[0]!)
const state = emptyState()

describe('the headers that mainnet’s Bridge received first', () => {
  // The array follows four bytes of the method and its own position.
  const encodings = arrayOf(bytes).decode(input.subarray(4), 32)
  const headers = encodings.map((encoded) => new BitcoinHeader(encoded.subarray(0, bitcoinHeaderLength)))

  beforeAll(() => {
    const context = contextOf({ network: mainnet, height, state, sender: federator })
    expect(callBridge(context, input, { caller: federator }).output).toBeDefined()
  })

  it('are 500, each with the hash of the one before and a count of zero transactions', () => {
    expect(headers).toHaveLength(500)
    for (const encoded of encodings) expect(toHexDigits(encoded.subarray(bitcoinHeaderLength))).toBe('00')
    for (const [index, header] of headers.slice(1).entries()) {
      expect(toHexDigits(header.parentHash)).toBe(toHexDigits(headers[index]!.hash))
    }
  })

  it('connect to checkpoint 499,968 and raise the head to 500,468', () => {
    const bridge = bridgeCall({ network: mainnet, height, state })
    const { head } = BitcoinChain.open(bridge)
    expect(head.height).toBe(500_468)
    expect(toHexDigits(head.header.hash)).toBe(toHexDigits(headers.at(-1)!.hash))
    const heights = headers.map(({ hash }) => BitcoinChain.open(bridge).block(hash)!.height)
    expect(heights).toEqual(headers.map((_, index) => 499_969 + index))
    const start = BitcoinChain.open(bridge).block(headers[0]!.parentHash)!
    expect(start.height).toBe(499_968)
  })

  it('are visible through the Bridge’s read methods', () => {
    const read = (signature: string) =>
      integerOf(
        callBridge(contextOf({ network: mainnet, height, state, isLocalCall: true }), inputFor(signature)),
      )
    expect(read('getBtcBlockchainBestChainHeight()')).toBe(500_468n)
  })

  it('change nothing when they are sent again', () => {
    const before = toHexDigits(state.commit().hash())
    const context = contextOf({ network: mainnet, height: height + 1, state, sender: federator })
    expect(callBridge(context, input, { caller: federator }).output).toBeDefined()
    expect(toHexDigits(state.commit().hash())).toBe(before)
  })

  it('are refused from an account outside the federation', () => {
    expect(callBridge(contextOf({ network: mainnet, height }), input).output).toBeUndefined()
  })
})
