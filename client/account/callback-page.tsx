import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import styles from '#client/account/sign-in/sign-in.module.css'
import { NewPassword, NewPasswordField } from '#client/account/sign-in/sign-in-steps.tsx'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { confirmEmail, getFailure, type RequestFailure, resetPassword } from './account-commands.ts'
import { RequestError } from './request-error.tsx'

/** Target of the links in our emails. The tokens are in the hash, which no server receives. */
export function CallbackPage() {
  const tokens = new URLSearchParams(useLocation().hash.slice(1))
  const [confirm, reset] = [readToken(tokens, 'confirm'), readToken(tokens, 'reset')]
  if (confirm) return <EmailConfirmation token={confirm} />
  if (reset) return <PasswordReset token={reset} />
  return reset === undefined ? <IncompleteConfirmation /> : <IncompleteReset />
}

/** Without a full stop or bracket that a mail program took for a part of the link. */
function readToken(tokens: URLSearchParams, name: string): string | undefined {
  return tokens.get(name)?.replace(/[^\w-]+$/, '')
}

/** For a link without a token: cut off by a mail program, or typed by hand. */
function IncompleteConfirmation() {
  useTitle('Your account')
  return (
    <NotConfirmed lead="This page confirms an email address, and the link that led here is incomplete. Please open the link in the email again, or sign in to ask for a new one." />
  )
}

function IncompleteReset() {
  useTitle('A new password')
  return (
    <SignInResult
      title="A new password"
      lead="The link that led here is incomplete. Please open the link in the email again, or ask for a new one at the sign-in."
    />
  )
}

function NotConfirmed({ lead }: { lead: string }) {
  return <SignInResult title="Not confirmed" lead={lead} />
}

function SignInResult({ title, lead }: { title: string; lead: string }) {
  return (
    <ResultPage plate="lodge" title={title} lead={lead}>
      <ResultActions>
        <ButtonLink to="/?account">Sign in</ButtonLink>
        <ButtonLink to="/" variant="ghost">
          Return to Home
        </ButtonLink>
      </ResultActions>
    </ResultPage>
  )
}

function EmailConfirmation({ token }: { token: string }) {
  useTitle('Your account')
  const navigate = useNavigate()
  const [text, setText] = useState<string>()
  useEffect(() => {
    let here = true
    void confirmEmail(token).then((entered) => {
      if (!here) return
      if (entered.kind === 'failed') return setText(entered.text)
      announce('Your address is confirmed.')
      void navigate(entered.kind === 'in' ? '/' : '/?account', { replace: true })
    })
    return () => {
      here = false
    }
  }, [token, navigate])
  return text === undefined ? (
    <ResultPage plate="lodge" title="One moment" lead="Your address is being confirmed…" />
  ) : (
    <NotConfirmed lead={text} />
  )
}

function PasswordReset({ token }: { token: string }) {
  useTitle('A new password')
  const navigate = useNavigate()
  const form = useForm<{ password: string }, RequestFailure>({
    values: useFormValues({ password: '' }),
    rules: v.object({ password: NewPassword }),
    async submit({ password }) {
      const answer = await resetPassword({ token, password })
      if (answer.kind === 'done') {
        announce('Your password is changed. Please sign in.')
        void navigate('/?account', { replace: true })
      }
      return getFailure(answer)
    },
  })
  return (
    <ResultPage plate="lodge" title="A new password" lead="Saving it signs you out everywhere.">
      <form {...form.props} className={styles.form}>
        <RequestError failure={form.refusal} values={form.values} />
        <NewPasswordField {...form.field('password')} />
        <Button type="submit" busy={form.busy}>
          Save the password
        </Button>
      </form>
    </ResultPage>
  )
}
