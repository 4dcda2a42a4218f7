import { render, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type FormRefusal, useForm, useFormValues } from '#client/lib/use-form.ts'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { fillField, user } from '#tests/support/components/user.ts'

const Guest = v.object({
  name: v.pipe(v.string(), v.nonEmpty('Please enter a name.')),
  code: v.pipe(v.string(), v.nonEmpty('Please enter the code.'), v.digits('Only digits.')),
  terms: v.literal(true, 'Please accept the terms.'),
})

interface GuestFormProps {
  submit?: (values: {
    name: string
    code: string
    terms: boolean
  }) => Promise<FormRefusal | undefined>
}

function GuestForm({ submit = async () => undefined }: GuestFormProps) {
  const form = useForm({
    values: useFormValues({ name: '', code: '', terms: false }),
    rules: Guest,
    submit,
  })
  return (
    <form {...form.props} aria-label="Guest">
      {form.refusal ? <p>{form.refusal.error}</p> : null}
      <TextField label="Name" {...form.field('name')} disabled={form.busy} required />
      <TextField label="Code" {...form.field('code')} disabled={form.busy} />
      <Checkbox {...form.box('terms')}>Terms</Checkbox>
      <button type="submit">Save</button>
    </form>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fillField(field(label), value)
const press = () => user.click(screen.getByRole('button', { name: 'Save' }))
const isMarked = (label: string) => field(label).getAttribute('aria-invalid') === 'true'

async function fillIn() {
  await type('Name', 'Elisabeth')
  await type('Code', '4000')
  await user.click(field('Terms'))
}

test('A field’s message appears when the field is left, unless it is empty, and goes once the field is right', async () => {
  render(<GuestForm />)
  field('Name').focus()
  for (const _ of ['Code', 'Terms', 'Save']) await user.tab()
  expect(isMarked('Name') || isMarked('Terms')).toBe(false)
  await type('Code', '4a')
  expect(isMarked('Code')).toBe(false)
  await user.tab()
  expect(isMarked('Code')).toBe(true)
  await type('Code', '4b')
  expect(isMarked('Code')).toBe(true)
  await type('Code', '40')
  expect(isMarked('Code')).toBe(false)
})

test('A field that was right or emptied is judged again only when it is left again', async () => {
  render(<GuestForm />)
  await type('Code', '40')
  await user.tab()
  await type('Code', '40a')
  expect(isMarked('Code')).toBe(false)
  await user.tab()
  expect(isMarked('Code')).toBe(true)
  await type('Code', '')
  expect(isMarked('Code')).toBe(false)
})

test('An attempt with wrong fields shows all messages, moves the focus to the first of them, and submits nothing', async () => {
  const sent: unknown[] = []
  render(<GuestForm submit={async (values) => void sent.push(values)} />)
  await type('Name', 'Elisabeth')
  await press()
  expect(field('Code')).toHaveFocus()
  expect(isMarked('Name')).toBe(false)
  expect(isMarked('Code') && isMarked('Terms')).toBe(true)
  // From then on with each key press.
  await type('Name', '')
  expect(screen.getByText('Please enter a name.')).toBeVisible()
  expect(sent).toEqual([])
})

test('A refusal is shown, focuses its field although that was disabled during the attempt, and goes when this field is changed', async () => {
  const refusal = { error: 'Not accepted.', fields: { code: 'No such code.' } }
  render(<GuestForm submit={async () => refusal} />)
  await fillIn()
  await press()
  await screen.findByText('No such code.')
  await waitFor(() => expect(field('Code')).toHaveFocus())
  screen.getByText('Not accepted.')
  await type('Name', 'Anders')
  expect(isMarked('Code')).toBe(true)
  await type('Code', '4001')
  expect(isMarked('Code')).toBe(false)
  expect(screen.queryByText('Not accepted.')).not.toBeInTheDocument()
})

test('Values that were refused can be submitted again unchanged, because the reason may be gone', async () => {
  const sent: unknown[] = []
  const submit = async (values: object) => {
    sent.push(values)
    return sent.length === 1 ? { fields: { code: 'Not yet.' } } : undefined
  }
  render(<GuestForm submit={submit} />)
  await fillIn()
  await press()
  await screen.findByText('Not yet.')
  await press()
  await waitFor(() => expect(screen.queryByText('Not yet.')).not.toBeInTheDocument())
  expect(sent).toHaveLength(2)
})

test('Two presses in a row submit once', async () => {
  const sent: unknown[] = []
  let finish = () => {}
  const submit = (values: object) => {
    sent.push(values)
    return new Promise<undefined>((resolve) => (finish = () => resolve(undefined)))
  }
  render(<GuestForm submit={submit} />)
  await fillIn()
  await press()
  await press()
  finish()
  await waitFor(() => expect(field('Name')).toBeEnabled())
  expect(sent).toEqual([{ name: 'Elisabeth', code: '4000', terms: true }])
})
