import { apiKey, setApiKey } from '../../shared/rpc/apiKey.ts'
import { network } from '../network.ts'

export const Footer = () => (
  <footer class="bottom">
    <span>{network.value?.clientVersion ?? ''}</span>
    {network.value !== undefined && <span>chain id {network.value.chainId}</span>}
    {apiKey.value !== '' && (
      <button type="button" class="quiet" onClick={() => setApiKey('')}>
        Forget the API key
      </button>
    )}
  </footer>
)
