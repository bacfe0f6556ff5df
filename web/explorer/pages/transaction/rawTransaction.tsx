import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Hex, Transaction } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

const load = ({ hash, blockHash, transactionIndex }: Transaction): Promise<Hex | null> =>
  blockHash === null || transactionIndex === null
    ? call<Hex | null>('debug_getRawTransaction', hash)
    : call<Hex | null>('eth_getRawTransactionByBlockHashAndIndex', blockHash, transactionIndex)

/** The signed bytes of a transaction. */
export function RawTransaction({ transaction }: { readonly transaction: Transaction }) {
  const loaded = useLoaded(() => load(transaction), `raw ${transaction.hash} ${transaction.blockHash}`)
  return (
    <LoadedPart loaded={loaded}>
      {(bytes) =>
        bytes === null ? (
          <Empty>The node no longer has the transaction.</Empty>
        ) : (
          <BytesText data={bytes} name="raw transaction" />
        )
      }
    </LoadedPart>
  )
}
