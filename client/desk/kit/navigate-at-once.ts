import { useNavigate } from 'react-router-dom'

/**
 * Navigates within a page of the desk before the next key press. The router's default is a
 * transition: until it ends, what is typed goes to what was open before.
 */
export function useNavigateAtOnce(): (
  path: string,
  options?: { replace?: boolean; state?: unknown },
) => void {
  const navigate = useNavigate()
  return (path, { replace = false, state } = {}) =>
    void navigate(path, { replace, preventScrollReset: true, flushSync: true, state })
}
