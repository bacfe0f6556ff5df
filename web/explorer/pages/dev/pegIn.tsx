import { useState } from 'preact/hooks'
import { parseDecimal } from '../../../shared/format/quantity.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { Action, Field } from './action.tsx'
import { checkedAddress } from './checkedAddress.ts'

interface Started {
  readonly bitcoinTransaction: string
}

/** A peg-in by the Bitcoin and the federation beside the chain (`cambium dev --peg`). */
export function PegIn() {
  const [address, setAddress] = useState('')
  const [amount, setAmount] = useState('1')
  const start = async () => {
    const satoshis = parseDecimal(amount, 8)
    if (satoshis === undefined) throw new Error('The amount must be a number such as 0.5.')
    const { bitcoinTransaction } = await call<Started>('peg_in', {
      satoshis: Number(satoshis),
      to: checkedAddress(address),
    })
    return `Paid to the federation in the Bitcoin transaction ${bitcoinTransaction}.`
  }
  const advance = async () => {
    const mined = await call<{ bitcoinBlocks: number; rootstockBlocks: number }>('peg_advance', 'all')
    return `Mined ${mined.bitcoinBlocks} Bitcoin blocks and ${mined.rootstockBlocks} Rootstock blocks.`
  }
  return (
    <>
      <Action label="Peg in" run={start}>
        <Field label="Receiver" value={address} onChange={setAddress} />
        <Field label="BTC" value={amount} onChange={setAmount} />
      </Action>
      <Action label="Mine until nothing waits" run={advance} />
    </>
  )
}
