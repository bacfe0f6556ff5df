import { useState } from 'preact/hooks'
import { type Artifact, readArtifact } from '../../../shared/abi/artifact.ts'
import { keepContract } from '../../../shared/abi/contracts.ts'
import { encodeTexts } from '../../../shared/abi/encode.ts'
import { AddressLink, TransactionLink } from '../../../shared/parts/links.tsx'
import type { Hex, Receipt } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { messageOf } from '../../../shared/rpc/rpcError.ts'
import { ArtifactForm } from './artifactForm.tsx'
import { ParameterFields } from './parameterFields.tsx'
import { SignerChoice, signer } from './signerChoice.tsx'

interface DeployFormProps {
  /** An artifact for visitors without one. */
  readonly example?: { readonly text: string; readonly name: string }
}

/** Deploys a contract from the artifact of a compiler. */
export function DeployForm({ example }: DeployFormProps) {
  const [artifact, setArtifact] = useState<Artifact>()
  if (artifact === undefined) {
    return (
      <>
        <ArtifactForm choose={deployable} onArtifact={setArtifact} />
        {example !== undefined && (
          <p>
            <button type="button" onClick={() => setArtifact(readArtifact(example.text, example.name))}>
              Use the example {example.name}
            </button>
          </p>
        )}
      </>
    )
  }
  return <Deployment artifact={artifact} onOther={() => setArtifact(undefined)} />
}

/** A file may have interfaces and libraries besides the intended contract, which is the last with code. */
const deployable = (artifacts: readonly [Artifact, ...Artifact[]]): Artifact =>
  artifacts.findLast(({ bytecode }) => bytecode !== undefined) ?? artifacts[0]

type Stage = { readonly hash?: Hex; readonly address?: Hex; readonly problem?: string }

function Deployment({ artifact, onOther }: { readonly artifact: Artifact; readonly onOther: () => void }) {
  const inputs = artifact.abi.find(({ type }) => type === 'constructor')?.inputs ?? []
  const [texts, setTexts] = useState<readonly string[]>(inputs.map(() => ''))
  const [stage, setStage] = useState<Stage>({})
  const deploy = async (event: Event) => {
    event.preventDefault()
    try {
      if (signer.value === undefined) throw new Error('There is no account to sign with: connect a wallet.')
      if (artifact.bytecode === undefined)
        throw new Error('The artifact has no bytecode, or it must be linked first.')
      const data = `${artifact.bytecode}${encodeTexts(inputs, texts)}` as const
      const gas = await call<Hex>('eth_estimateGas', { from: signer.value.address, data })
      const hash = await signer.value.send({ data, gas })
      setStage({ hash })
      const address = await addressOf(hash)
      await keepContract(address, artifact).catch(() => {})
      setStage({ hash, address })
    } catch (error) {
      setStage({ problem: messageOf(error) })
    }
  }
  return (
    <form onSubmit={deploy} class="artifact">
      <div class="title">
        <h3>{artifact.name}</h3>
        <button type="button" onClick={onOther}>
          Another artifact
        </button>
      </div>
      <SignerChoice />
      <ParameterFields parameters={inputs} texts={texts} onChange={setTexts} />
      <button type="submit">Deploy</button>
      <div role="status">
        {stage.problem !== undefined && <p class="failure">{stage.problem}</p>}
        {stage.hash !== undefined && (
          <p>
            Sent: <TransactionLink value={stage.hash} />
          </p>
        )}
        {stage.address !== undefined && (
          <p>
            Deployed at <AddressLink value={stage.address} whole />
          </p>
        )}
      </div>
    </form>
  )
}

const attempts = 60

async function addressOf(hash: Hex): Promise<Hex> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const receipt = await call<Receipt | null>('eth_getTransactionReceipt', hash)
    if (receipt?.contractAddress && BigInt(receipt.status) === 1n) return receipt.contractAddress
    if (receipt !== null) throw new Error('The creation failed; its transaction shows why.')
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('The transaction waits for a block: mine one, or look again later.')
}
