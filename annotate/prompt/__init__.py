"""Prompts: Markdown files with front matter, rendered for one paper at a time.

    ---
    name: claims
    version: 1
    schema: annotate.schema:Annotation      # any pydantic model
    changed: "1: first version"
    examples:                               # shown as earlier turns of the conversation
      - {abstract: "…", answer: {…}}        # optional: title
    ---
    # system
    What the model should do.

    # user
    <abstract>
    {{ abstract }}
    </abstract>

The bodies are Jinja2 in a sandbox where an unknown variable is an error. They see `abstract` (the
clean text), `title` (or None) and `numbers` (each with `value`, as written, and `around`, its
clause), and have a filter `json`. An abstract is data: nothing in it is a template, and it can't
close its own delimiter.
"""

from annotate.prompt.loading import load_prompt, prompt_names
from annotate.prompt.rendering import Example, Prompt

__all__ = ["Example", "Prompt", "load_prompt", "prompt_names"]
