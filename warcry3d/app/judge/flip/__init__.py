"""The smallest move that flips a verdict, in the Judge room: asked, searched for, shown as an arrow and a ghost."""
