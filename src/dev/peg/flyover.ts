import { decodeBase58Check } from '../../bitcoin/keys/base58Check.ts'
import { maximumAddressText } from '../../bitcoin/scripts/address.ts'
import { encodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { liveFederations } from '../../bridge/context/currentFederations.ts'
import { flyoverPaymentScript } from '../../bridge/federation/redeemScript.ts'
import { registerFlyover } from '../../bridge/pegin/flyover.ts'
import { type FlyoverTerms, readTerms } from '../../bridge/pegin/flyoverTerms.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { addressOf, publicKeyOf } from '../../crypto/secp256k1.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import { type Address, asciiBytes, concatBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import { transactionsOf } from '../bitcoin/chain/chainBlock.ts'
import { bridgeCallData } from '../federation/bridgeCallData.ts'
import { bridgeOf } from '../federation/federationView.ts'
import { namedKey } from '../federation/namedKeys.ts'
import { type PegChain, PegRefusal } from '../federation/pegChain.ts'
import { provenTransaction } from '../federation/provenBlock.ts'

/** The liquidity provider. */
const providerKey = namedKey('flyover-provider')
const providerAccount = (): Address => addressOf(publicKeyOf(providerKey))

/** A contract that passes its input on to the Bridge and returns the answer, behind code that deploys it. */
const forwarderCode = fromHex('36600060003760006000366000600063010000065af1503d600060003e3d6000f3')
const forwarderCreation = concatBytes(
  Uint8Array.of(0x60, forwarderCode.length, 0x80, 0x60, 0x0b, 0x60, 0, 0x39, 0x60, 0, 0xf3),
  forwarderCode,
)

export interface FlyoverRequest {
  readonly satoshis: bigint
  /** A contract that passes its input on to the Bridge; by default one is created. */
  readonly contract?: Address | undefined
}

export interface FlyoverOutcome {
  /** The user's payment on Bitcoin. */
  readonly bitcoinId: Uint8Array
  readonly contract: Address
  readonly derivationHash: Uint8Array
  /** The Rootstock transaction that registers the payment. */
  readonly registration: Hash
  /** Wei that the contract received, or a negative code. */
  readonly result: bigint
}

export interface FlyoverParts {
  readonly chain: PegChain
  readonly bitcoin: BitcoinBackend
  /** Runs the federation until it has nothing to do. */
  readonly actAll: () => Promise<void>
}

/** Pays as the user of a flyover, mines the confirmations on Bitcoin and registers the payment as the provider. */
export async function runFlyover(parts: FlyoverParts, request: FlyoverRequest): Promise<FlyoverOutcome> {
  const { chain, bitcoin, actAll } = parts
  const before = bridgeOf(chain)
  if (!before.rules.rskip176) throw new PegRefusal('flyover peg-ins exist from the upgrade iris300 on')
  const contract = request.contract ?? forwarder(chain)
  const terms = await newTerms(chain, bitcoin, contract)
  const { derivationHash } = readTerms(before, terms)
  const script = flyoverPaymentScript(liveFederations(before).active, derivationHash, before)
  const bitcoinId = await bitcoin.pay([{ script, satoshis: request.satoshis }], 'legacy')
  await bitcoin.generate(before.constants.peginConfirmations)
  await actAll()
  if (!chain.isAutomining) {
    chain.mine()
    await actAll()
  }
  const context = bridgeOf(chain)
  const claim = await claimOf(context, bitcoin, bitcoinId)
  const result = dryRun(context, claim, terms)
  chain.fund(providerAccount())
  const data = bridgeCallData(
    'registerFastBridgeBtcTransaction',
    claim.bytes,
    BigInt(claim.height),
    claim.proof,
    terms.argumentsHash,
    terms.userRefundAddress,
    terms.contract,
    terms.providerAddress,
    claim.paysContract,
  )
  const registration = chain.send({ key: providerKey, to: contract, data })
  if (!chain.isAutomining) chain.mine()
  return { bitcoinId, contract, derivationHash, registration, result }
}

/** The provider's own contract, which is created with its first transaction. */
function forwarder(chain: PegChain): Address {
  const provider = providerAccount()
  const address = createdAddress(provider, 0n)
  const { state } = chain.nextCall()
  if (state.code(address) !== undefined) return address
  chain.fund(provider)
  chain.send({ key: providerKey, to: null, data: forwarderCreation })
  if (!chain.isAutomining) chain.mine()
  return address
}

async function newTerms(chain: PegChain, bitcoin: BitcoinBackend, contract: Address): Promise<FlyoverTerms> {
  return {
    argumentsHash: keccak256(asciiBytes(`flyover after block ${chain.height}`)),
    userRefundAddress: decodeBase58Check(await bitcoin.newAddress('legacy'), maximumAddressText)!,
    providerAddress: decodeBase58Check(await bitcoin.newAddress('legacy'), maximumAddressText)!,
    contract,
  }
}

async function claimOf({ rules }: BridgeContext, bitcoin: BitcoinBackend, id: Uint8Array) {
  const { blockHash, raw, confirmations } = (await bitcoin.transaction(id))!
  const transactions = transactionsOf(await bitcoin.block(blockHash!))
  const index = transactions.findIndex((one) => equalBytes(encodeTransaction(one), raw))
  const height = (await bitcoin.height()) - confirmations + 1
  return { ...provenTransaction(transactions, index, rules.rskip143), height, paysContract: true }
}

/** The answer of the Bridge, on a copy of the state. */
function dryRun(
  context: BridgeContext,
  claim: Awaited<ReturnType<typeof claimOf>>,
  terms: FlyoverTerms,
): bigint {
  const call = {
    kind: 'call',
    caller: terms.contract,
    value: 0n,
    depth: 1,
    isStatic: false,
    emit: () => {},
  } as const
  return registerFlyover({ ...context, call }, claim, terms)
}
