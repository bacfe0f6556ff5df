import { SecretForm } from '../../shared/frame/secretForm.tsx'
import { isRefused, setToken } from '../admin/token.ts'

/** Asks for the token that the node printed at its start, or that its operator has set. */
export const TokenForm = () => (
  <SecretForm
    title="Log in"
    label="Token"
    action="Log in"
    problem={isRefused.value ? 'The node refuses this token.' : undefined}
    onSecret={setToken}
  >
    The token is the setting <code>admin-token</code>; without it the node prints one when it starts. It stays
    in this browser tab.
  </SecretForm>
)
