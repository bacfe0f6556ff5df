import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { AbiItem } from '../../../shared/abi/abiType.ts'
import type { Artifact } from '../../../shared/abi/artifact.ts'
import { forgetContract, isLoaded, keepContract, knownAt } from '../../../shared/abi/contracts.ts'
import { signatureOf } from '../../../shared/abi/signature.ts'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { CopyButton } from '../../../shared/parts/copyable.tsx'
import { Empty, Failure, Waiting } from '../../../shared/parts/notices.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { shownName } from '../../../shared/tokens/shownName.ts'
import { ArtifactForm } from './artifactForm.tsx'
import { type CodePlace, fittingArtifact, matchOf } from './fittingArtifact.ts'
import { FunctionForm } from './functionForm.tsx'
import { SignerChoice } from './signerChoice.tsx'
import { SourceView } from './sourceView.tsx'

interface ContractPartProps {
  readonly address: Hex
  /** The contract, then the implementation of a proxy. */
  readonly places: readonly [CodePlace, ...CodePlace[]]
}

/** Reads and writes a contract by its ABI, and shows its sources. A proxy has the functions of its implementation too. */
export function ContractPart({ address, places }: ContractPartProps) {
  const [problem, setProblem] = useState<unknown>()
  if (!isLoaded.value) return <Waiting what="Loading the contracts that the browser keeps" />
  const known = places.flatMap((place) => {
    const contract = knownAt(place.address)
    return contract === undefined ? [] : [{ ...contract, ...place }]
  })
  const failed = () =>
    setProblem(new Error('The browser does not store it: it lasts until the page is left.'))
  return (
    <>
      {problem !== undefined && <Failure error={problem} />}
      {known.toReversed().map(({ artifact, origin, address: place, code }) => (
        <KnownContract
          key={place}
          address={address}
          place={place}
          artifact={artifact}
          standing={standingOf(artifact, code, origin)}
          onForget={origin === 'user' ? () => void forgetContract(place).catch(failed) : undefined}
        />
      ))}
      {known.length < places.length && (
        <ArtifactForm
          choose={(artifacts) => fittingArtifact(artifacts, places).artifact}
          onArtifact={(artifact) => {
            const fitting = fittingArtifact([artifact], places)
            keepContract(fitting.address, artifact).catch(failed)
          }}
        />
      )}
    </>
  )
}

/** A sentence about whether the address has the code of the artifact. */
function standingOf(artifact: Artifact, code: string, origin: 'user' | 'node'): string {
  if (origin === 'node') return 'The node found the code of this contract in the artifacts of its project.'
  const match = matchOf(artifact, code)
  if (match === 'exact') return 'Verified: the code of this address is the code of the artifact.'
  if (match === 'same-instructions')
    return 'Verified: the code of this address is the code of the artifact, except for the metadata.'
  if (match === 'different')
    return 'The code of this address has changed: it is not the code of the artifact.'
  return 'Not verified: an ABI alone cannot be compared with the code of this address.'
}

interface KnownContractProps {
  /** The receiver of calls. */
  readonly address: Hex
  /** Whose code the artifact has. */
  readonly place: string
  readonly artifact: Artifact
  readonly standing: string
  readonly onForget: (() => void) | undefined
}

function KnownContract({ address, place, artifact, standing, onForget }: KnownContractProps) {
  const functions = artifact.abi.filter(({ type }) => type === 'function')
  const reads = functions.filter(isRead)
  const writes = functions.filter((item) => !isRead(item))
  const abi = JSON.stringify(artifact.abi, undefined, 2)
  return (
    <section aria-label={shownName(artifact.name)}>
      <div class="title">
        <h2>{shownName(artifact.name)}</h2>
        {onForget !== undefined && (
          <button type="button" onClick={onForget}>
            Forget this ABI
          </button>
        )}
      </div>
      <p class="standing">{standing}</p>
      <Lazily summary="Sources">{() => <SourceView address={place} />}</Lazily>
      <Lazily summary="ABI">
        {() => (
          <>
            <CopyButton text={abi} name="ABI" />
            <ul class="signatures">
              {artifact.abi.map((item, index) => (
                <li key={`${index}`}>
                  <code>
                    {item.type} {signatureOf(item)} {item.stateMutability}
                  </code>
                </li>
              ))}
            </ul>
            {artifact.deployed !== undefined && (
              <BytesText data={`0x${artifact.deployed.digits}`} name="code" />
            )}
          </>
        )}
      </Lazily>
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
    </section>
  )
}

interface LazilyProps {
  readonly summary: string
  readonly children: () => ComponentChildren
}

/** A part that is rendered when the user opens it. */
function Lazily({ summary, children }: LazilyProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  )
}

const isRead = ({ stateMutability }: AbiItem): boolean =>
  stateMutability === 'view' || stateMutability === 'pure'
