import type { AbiItem } from '../../../shared/abi/abiType.ts'
import { contractAt, forgetContract, keepContract } from '../../../shared/abi/contracts.ts'
import { signatureOf } from '../../../shared/abi/signature.ts'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { ArtifactForm } from './artifactForm.tsx'
import { FunctionForm } from './functionForm.tsx'
import { SignerChoice } from './signerChoice.tsx'

/** Reads and writes a contract by its ABI. */
export function ContractPart({ address }: { readonly address: Hex }) {
  const artifact = contractAt(address)
  if (artifact === undefined) return <ArtifactForm onArtifact={(given) => keepContract(address, given)} />
  const functions = artifact.abi.filter(({ type }) => type === 'function')
  const reads = functions.filter(isRead)
  const writes = functions.filter((item) => !isRead(item))
  return (
    <>
      <div class="title">
        <h2>{artifact.name}</h2>
        <button type="button" onClick={() => forgetContract(address)}>
          Forget this ABI
        </button>
      </div>
      <h3>Read</h3>
      {reads.length === 0 && <Empty>The ABI has no functions that only read.</Empty>}
      {reads.map((item) => (
        <FunctionForm key={signatureOf(item)} address={address} item={item} mode="read" />
      ))}
      <h3>Write</h3>
      {writes.length === 0 ? <Empty>The ABI has no functions that write.</Empty> : <SignerChoice />}
      {writes.map((item) => (
        <FunctionForm key={signatureOf(item)} address={address} item={item} mode="write" />
      ))}
    </>
  )
}

const isRead = ({ stateMutability }: AbiItem): boolean =>
  stateMutability === 'view' || stateMutability === 'pure'
