import type { Node } from '../../src/node/node.ts'
import { concatBytes } from '../../src/primitives/bytes.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { signTransaction } from '../../src/protocol/transactions/sign.ts'
import { privateKeyFromSeed } from '../../src/wallet/privateKey.ts'

const codeBytes = 24_000
/** Returns the bytes after it as the code: PUSH2 length, DUP1, PUSH1 offset, PUSH1 0, CODECOPY, PUSH1 0, RETURN. */
const initCode = Uint8Array.of(
  0x61,
  codeBytes >> 8,
  codeBytes & 0xff,
  0x80,
  0x60,
  12,
  0x60,
  0,
  0x39,
  0x60,
  0,
  0xf3,
)

/** Mines contracts whose codes make the state larger than one chunk for every two of them. */
export function deployLargeContracts(node: Node, count: number): void {
  for (let nonce = 0; nonce < count; nonce++) {
    const code = new Uint8Array(codeBytes).fill(nonce + 1)
    node.submit(
      signTransaction(
        {
          nonce: unsignedBytes(nonce),
          gasPrice: 60_000_000n,
          gasLimit: unsignedBytes(6_700_000),
          to: null,
          value: 0n,
          data: concatBytes(initCode, code),
          chainId: node.network.chainId,
        },
        privateKeyFromSeed('cow'),
      ),
    )
    node.local!.mine()
  }
}
