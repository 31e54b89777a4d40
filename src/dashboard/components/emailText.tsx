/** A text with e-mail addresses in it, which breaks before an @ if it has to break in an address. */
export const EmailText = ({ text }: { text: string }) => (
  <span class="breakable">
    {text.split(/(?=@)/).map((part, index) => (
      <>
        {index > 0 && <wbr />}
        {part}
      </>
    ))}
  </span>
);
